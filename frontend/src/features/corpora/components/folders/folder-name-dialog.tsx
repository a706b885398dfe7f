import { useState, type FormEvent } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { EditDialog } from '@/components/ui/edit-dialog';
import { Field } from '@/components/ui/field';
import { toApiError } from '@/lib/errors';

import { AFFECTED, useCreateFolder, type Folder } from '../../api/folders';

interface NewFolderDialogProps {
  corpusId: string;
  /** the one that the new folder stands in */
  folder: Folder | undefined;
  onClose: () => void;
}

export function NewFolderDialog({ corpusId, folder, onClose }: NewFolderDialogProps) {
  const [name, setName] = useState('');
  const create = useCreateFolder();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ corpusId, name: name.trim(), ...(folder && { parentId: folder.uuid }) }, { onSuccess: onClose });
  };
  const title = folder ? `New folder in “${folder.name}”` : 'New folder';
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title}>
      <form onSubmit={submit}>
        <Field label="Name" value={name} required maxLength={100} onChange={(event) => setName(event.target.value)} error={create.isError ? toApiError(create.error).message : undefined} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={create.isPending} disabled={name.trim() === ''}>
            Create folder
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface RenameFolderDialogProps {
  corpusId: string;
  folder: Folder;
  onClose: () => void;
}

export function RenameFolderDialog({ corpusId, folder: { uuid, name, version }, onClose }: RenameFolderDialogProps) {
  return (
    <EditDialog
      title={`Rename “${name}”`}
      confirm="Rename"
      path={`/api/v1/corpuses/${corpusId}/folders/${uuid}`}
      affected={AFFECTED.map((key) => [key])}
      version={version}
      fields={[{ name: 'name', label: 'Name', value: name, most: 100 }]}
      onClose={onClose}
    />
  );
}
