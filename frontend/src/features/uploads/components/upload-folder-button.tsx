import { FolderUp } from 'lucide-react';
import { useRef, type ChangeEvent } from 'react';

import { IconButton } from '@/components/ui/icon-button';

import { chosenFiles } from '../model/dropped-files';
import type { Place } from '../model/upload';
import { addUploads } from '../model/upload-store';
import styles from './upload-folder-button.module.css';

/** A whole folder without a mouse. React does not know the attribute that every browser does. */
const FOLDERS = { webkitdirectory: '' };

export function UploadFolderButton({ place }: { place: Place }) {
  const input = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    void addUploads(chosenFiles([...(event.target.files ?? [])]), place);
    event.target.value = '';
  };
  return (
    <span className={styles['place']}>
      <IconButton label="Upload a folder" icon={<FolderUp />} onClick={() => input.current?.click()} />
      <input ref={input} type="file" multiple hidden aria-label="Folder to upload" data-testid="folder-input" onChange={take} {...FOLDERS} />
    </span>
  );
}
