import { t } from '@lingui/core/macro';

import { LABEL_HUES } from '@/lib/label-hues';

import styles from './hue-picker.module.css';

interface HuePickerProps {
  color: string;
  onChange: (color: string) => void;
}

/** A choice of the colours of labels. */
export function HuePicker({ color, onChange }: HuePickerProps) {
  return (
    <fieldset className={styles['hues']}>
      <legend>{t`Colour`}</legend>
      {LABEL_HUES.map((hue) => (
        <label key={hue.color} className={styles['hue']} title={hue.name}>
          <input type="radio" name="hue" value={hue.color} checked={hue.color === color} onChange={() => onChange(hue.color)} aria-label={hue.name} />
          <span style={{ backgroundColor: hue.color }} />
        </label>
      ))}
    </fieldset>
  );
}
