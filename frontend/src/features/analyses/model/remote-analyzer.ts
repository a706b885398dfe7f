import { t } from '@lingui/core/macro';

import type { RemoteAnalyzer } from '@/features/actions/api/actions';

import type { Analyzer } from '../api/analyses';

/** Return a remote analyzer as an installed one, without settings. */
export const asAnalyzer = ({ analyzer, name, address, labels }: RemoteAnalyzer): Analyzer => ({
  name: analyzer,
  title: name,
  version: '',
  description: t`Documents are sent to ${address}.`,
  labels,
  schema: '{}',
});
