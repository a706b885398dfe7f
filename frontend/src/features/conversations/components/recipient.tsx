import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { recipientOptions, useAllowLanguageModels } from '../api/recipient';
import styles from './conversations.module.css';

const textFor = (isAllowed: boolean, model: string): string => {
  if (!isAllowed) return t`No text of this corpus is sent to a language model: answers are found on this server.`;
  if (model === '') return t`Answers are found on this server. No text is sent elsewhere.`;
  return t`The question and the passages that are read for it are sent to ${model}.`;
};

function Choice({ corpus, isAllowed }: { corpus: string; isAllowed: boolean }) {
  const allow = useAllowLanguageModels(corpus);
  return (
    <label className={styles['allow']}>
      <input type="checkbox" checked={isAllowed} disabled={allow.isPending} onChange={({ target }) => allow.mutate(target.checked)} />
      {t`Language models may read this corpus`}
    </label>
  );
}

/** Says where the text goes; owners of the corpus can allow language models or not. */
export function Recipient({ corpus, document }: { corpus: string | undefined; document: string | undefined }) {
  const { data } = useQuery(recipientOptions({ corpus, document }));
  if (!data) return null;
  return (
    <div className={styles['recipient']}>
      <span>{textFor(data.isAllowed, data.sendsTextTo)}</span>
      {corpus !== undefined && data.isMine && <Choice corpus={corpus} isAllowed={data.isAllowed} />}
    </div>
  );
}
