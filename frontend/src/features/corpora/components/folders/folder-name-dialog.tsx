import { EditDialog } from '@/components/ui/edit-dialog';
import { NameDialog } from '@/components/ui/name-dialog';

import { AFFECTED, useCreateFolder, type Folder } from '../../api/folders';

const MAX_LENGTH = 100;

interface NewFolderDialogProps {
  corpusId: string;
  /** the parent folder */
  folder: Folder | undefined;
  onClose: () => void;
}

export function NewFolderDialog({ corpusId, folder, onClose }: NewFolderDialogProps) {
  return (
    <NameDialog
      title={folder ? `New folder in “${folder.name}”` : 'New folder'}
      maxLength={MAX_LENGTH}
      confirm="Create folder"
      mutation={useCreateFolder()}
      inputFor={(name) => ({ corpusId, name, ...(folder && { parentId: folder.uuid }) })}
      onClose={onClose}
    />
  );
}

interface RenameFolderDialogProps {
  folder: Folder;
  onClose: () => void;
}

export function RenameFolderDialog({ folder: { uuid, name, version }, onClose }: RenameFolderDialogProps) {
  return (
    <EditDialog
      title={`Rename “${name}”`}
      confirm="Rename"
      path={`/api/v1/folders/${uuid}`}
      affected={AFFECTED}
      version={version}
      fields={[{ name: 'name', label: 'Name', value: name, maxLength: MAX_LENGTH }]}
      onClose={onClose}
    />
  );
}
