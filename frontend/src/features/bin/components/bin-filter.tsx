import { t } from '@lingui/core/macro';

import { Select } from '@/components/ui/select';

import { BIN_KINDS } from '../model/bin-item';
import { BIN_KIND_NAMES, isBinKind, type BinKind } from '../model/bin-kind';

interface BinFilterProps {
  kind: BinKind | undefined;
  onKind: (kind: BinKind | undefined) => void;
}

export function BinFilter({ kind, onKind }: BinFilterProps) {
  return (
    <Select label={t`Kind`} value={kind ?? ''} onChange={({ target }) => onKind(isBinKind(target.value) ? target.value : undefined)}>
      <option value="">{t`All kinds`}</option>
      {BIN_KIND_NAMES.map((name) => (
        <option key={name} value={name}>
          {BIN_KINDS[name].many}
        </option>
      ))}
    </Select>
  );
}
