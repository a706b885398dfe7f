// The kinds of items in the bin, apart from their texts, which the first page does not need.

export const BIN_KIND_NAMES = ['DOCUMENT', 'CORPUS', 'FOLDER', 'LABEL', 'FIELD', 'ANNOTATION', 'FIELDSET', 'EXTRACT', 'COMMENT'] as const;

export type BinKind = (typeof BIN_KIND_NAMES)[number];

export const isBinKind = (value: unknown): value is BinKind => BIN_KIND_NAMES.some((kind) => kind === value);
