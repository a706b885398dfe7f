import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';

import { Button } from '@/components/ui/button';

import { actionsOptions, type Action } from '../api/actions';
import { useRunAction } from '../api/edit-actions';
import { kindLabel } from '../model/action';
import styles from './actions-panel.module.css';

interface ActionsForDocumentsProps {
  corpusId: string;
  documentIds: readonly string[];
}

function Item({ action, corpusId, documentIds }: ActionsForDocumentsProps & { action: Action }) {
  const run = useRunAction(corpusId);
  return (
    <li className={styles['choice']}>
      <span>
        {action.name} <span className="muted">{kindLabel(action.kind)}</span>
      </span>
      <Button size="small" icon={<Play aria-hidden="true" />} busy={run.isPending} aria-label={t`Run ${action.name}`} onClick={() => run.mutate({ ...action, documentIds: [...documentIds] })}>
        {t`Run`}
      </Button>
    </li>
  );
}

/** The agents and extractions of a corpus, to run on these documents only; nothing if it has none. */
export function ActionsForDocuments({ corpusId, documentIds }: ActionsForDocumentsProps) {
  const { data } = useQuery(actionsOptions(corpusId));
  const actions = data?.actions.filter(({ enabled, kind }) => enabled && (kind === 'AGENT' || kind === 'EXTRACT')) ?? [];
  if (actions.length === 0) return null;
  return (
    <section aria-label={t`Actions of the corpus`}>
      <h3>{t`Actions of the corpus`}</h3>
      <ul className={styles['choices']}>
        {actions.map((action) => (
          <Item key={action.uuid} {...{ action, corpusId, documentIds }} />
        ))}
      </ul>
    </section>
  );
}
