import { useState, type FormEvent } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { toApiError } from '@/lib/errors';

import { useCreateFolder, useRenameFolder, type Folder } from '../../api/folders';

interface FolderNameDialogProps {
  corpusId: string;
  /** renamed, or the one that the new folder stands in */
  folder: Folder | undefined;
  renames: boolean;
  onClose: () => void;
}

export function FolderNameDialog({ corpusId, folder, renames, onClose }: FolderNameDialogProps) {
  const [name, setName] = useState(renames ? (folder?.name ?? '') : '');
  const create = useCreateFolder();
  const rename = useRenameFolder();
  const error = create.error ?? rename.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (renames && folder) rename.mutate({ id: folder.uuid, name: wanted }, { onSuccess: onClose });
    else create.mutate({ corpusId, name: wanted, ...(folder && { parentId: folder.uuid }) }, { onSuccess: onClose });
  };
  const title = renames ? `Rename “${folder?.name}”` : folder ? `New folder in “${folder.name}”` : 'New folder';
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title}>
      <form onSubmit={submit}>
        <Field label="Name" value={name} required maxLength={100} onChange={(event) => setName(event.target.value)} error={error ? toApiError(error).message : undefined} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={create.isPending || rename.isPending} disabled={name.trim() === ''}>
            {renames ? 'Rename' : 'Create folder'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
