// Drag and drop within a corpus: documents or a folder, with own types that differ from files.
const DOCUMENTS = 'application/x-cartulary-documents';
const FOLDER = 'application/x-cartulary-folder';

export type Dragged = { documents: string[] } | { folder: string };

export function setDragData(transfer: DataTransfer, dragged: Dragged): void {
  transfer.clearData();
  transfer.effectAllowed = 'move';
  if ('folder' in dragged) transfer.setData(FOLDER, dragged.folder);
  else transfer.setData(DOCUMENTS, JSON.stringify(dragged.documents));
}

export const hasDragData = ({ types }: DataTransfer) => types.includes(DOCUMENTS) || types.includes(FOLDER);

export function getDragData(transfer: DataTransfer): Dragged | undefined {
  const folder = transfer.getData(FOLDER);
  if (folder) return { folder };
  const documents = transfer.getData(DOCUMENTS);
  return documents ? { documents: JSON.parse(documents) as string[] } : undefined;
}
