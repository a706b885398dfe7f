import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { uploadStatesOptions } from './api/upload-states';
import { uploadCounts, uploadGroups, type ServerStates } from './model/upload-groups';
import { useUploads } from './model/upload-store';

const NO_STATES: ServerStates = {};

/** Return the groups of the upload panel and their counts. */
export function useUploadGroups() {
  const uploads = useUploads((state) => state.uploads);
  const { data: states = NO_STATES } = useQuery({ ...uploadStatesOptions, enabled: uploads.some(({ state }) => state === 'sent') });
  return useMemo(() => {
    const groups = uploadGroups(uploads, states);
    return { groups, counts: uploadCounts(groups) };
  }, [uploads, states]);
}
