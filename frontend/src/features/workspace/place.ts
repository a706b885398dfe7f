/** Where the reader is, as the address says it. */
export interface Place {
  page?: number;
  corpus?: string;
  annotation?: string;
  from?: number;
  to?: number;
}

export interface WorkspaceProps {
  uuid: string;
  place: Place;
  /** `passing` changes are not worth a step back */
  onPlace: (change: Partial<Record<keyof Place, string | number | undefined>>, passing?: boolean) => void;
}
