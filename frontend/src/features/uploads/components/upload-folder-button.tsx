import { t } from '@lingui/core/macro';
import { FolderUp } from 'lucide-react';
import { useRef, type ChangeEvent } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { useCommands } from '@/lib/commands';

import { chosenFiles } from '../model/dropped-files';
import type { UploadTarget } from '../model/upload';
import { addUploads } from '../model/upload-store';
import styles from './upload-folder-button.module.css';

/** Makes the input choose folders; React has no property for this attribute. */
const FOLDERS = { webkitdirectory: '' };

export function UploadFolderButton({ target }: { target: UploadTarget }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  useCommands(() => [{ name: 'upload-folder', text: t`Upload a folder`, run: choose }]);
  const onSelect = (event: ChangeEvent<HTMLInputElement>) => {
    void addUploads(chosenFiles([...(event.target.files ?? [])]), target);
    event.target.value = '';
  };
  return (
    <span className={styles['button']}>
      <IconButton label={t`Upload a folder`} icon={<FolderUp />} onClick={choose} />
      <input ref={input} type="file" multiple hidden aria-label={t`Folder to upload`} data-testid="folder-input" onChange={onSelect} {...FOLDERS} />
    </span>
  );
}
