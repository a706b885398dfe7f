import { t } from '@lingui/core/macro';

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
      title={folder ? t`New folder in “${folder.name}”` : t`New folder`}
      place={`new-folder:${corpusId}:${folder?.uuid ?? ''}`}
      maxLength={MAX_LENGTH}
      confirm={t`Create folder`}
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
      title={t`Rename “${name}”`}
      confirm={t`Rename`}
      path={`/api/v1/folders/${uuid}`}
      affected={AFFECTED}
      version={version}
      draft={`folder:${uuid}`}
      fields={[{ name: 'name', label: t`Name`, value: name, maxLength: MAX_LENGTH }]}
      onClose={onClose}
    />
  );
}
