// The tray's groups, counted once for its button and itself.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { uploadStatesOptions } from './api/upload-states';
import { trayCounts, trayGroups, type ServerStates } from './model/tray';
import { useUploads } from './model/upload-store';

const NO_STATES: ServerStates = {};

export function useTray() {
  const uploads = useUploads((state) => state.uploads);
  const { data: states = NO_STATES } = useQuery({ ...uploadStatesOptions, enabled: uploads.some(({ state }) => state === 'sent') });
  return useMemo(() => {
    const groups = trayGroups(uploads, states);
    return { groups, counts: trayCounts(groups) };
  }, [uploads, states]);
}
