import { t } from '@lingui/core/macro';
import { Upload } from 'lucide-react';
import { useRef, type ChangeEvent } from 'react';

import { Button } from '@/components/ui/button';
import { useCommands } from '@/lib/commands';

import { chosenFiles } from '../model/dropped-files';
import type { UploadTarget } from '../model/upload';
import { addUploads } from '../model/upload-store';

interface UploadButtonProps {
  target?: UploadTarget;
  label?: string;
  variant?: 'primary' | 'plain';
}

export function UploadButton({ target, label = t`Upload`, variant = 'primary' }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  useCommands(() => [{ name: 'upload', text: t`Upload`, run: choose }]);
  const onSelect = (event: ChangeEvent<HTMLInputElement>) => {
    void addUploads(chosenFiles([...(event.target.files ?? [])]), target);
    // Reset, so that the same file can be chosen again after a failure.
    event.target.value = '';
  };
  return (
    <>
      <Button variant={variant} icon={<Upload aria-hidden="true" />} onClick={choose}>
        {label}
      </Button>
      <input ref={input} type="file" multiple hidden aria-label={t`Files to upload`} data-testid="upload-input" onChange={onSelect} />
    </>
  );
}
