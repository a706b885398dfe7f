import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { recipientOptions, useAllowLanguageModels } from '../api/recipient';
import { setAnswersHere, useAnswersHere } from '../model/answers-here';
import styles from './recipient.module.css';

/** A question with passages, a comment that agents answer, or the instructions of an agent. */
type Sent = 'question' | 'comment' | 'instructions';

const textFor: Readonly<Record<Sent, (isAllowed: boolean, model: string, embedder: string) => string>> = {
  question: (isAllowed, model, embedder) => {
    if (!isAllowed) return t`No text of this corpus is sent to a language model: answers are found on this server.`;
    if (model === '' && embedder !== '') return t`Answers are found on this server.`;
    if (model === '') return t`Answers are found on this server. No text is sent elsewhere.`;
    return t`The question and the passages that are read for it are sent to ${model}.`;
  },
  comment: (isAllowed, model, embedder) => {
    if (!isAllowed) return t`No text of this corpus is sent to a language model: questions are answered on this server.`;
    if (model === '' && embedder !== '') return t`Questions are answered on this server.`;
    if (model === '') return t`Questions are answered on this server. No text is sent elsewhere.`;
    return t`The comments of the thread and the passages that are read for the answer are sent to ${model}.`;
  },
  instructions: (isAllowed, model) => {
    if (!isAllowed) return t`No text of this corpus is sent to a language model: the agent can only answer questions in threads, on this server.`;
    if (model === '') return t`No language model is configured: the agent can only answer questions in threads, on this server.`;
    return t`The instructions and the texts that the agent reads are sent to ${model}.`;
  },
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

/** Lets the user have questions answered without the language model. */
function Here({ isHere }: { isHere: boolean }) {
  return (
    <label className={styles['allow']}>
      <input type="checkbox" checked={isHere} onChange={({ target }) => setAnswersHere(target.checked)} />
      {t`Answer on this server only`}
    </label>
  );
}

interface RecipientProps {
  corpus: string | undefined;
  document?: string | undefined;
  sent?: Sent;
}

/** Says where the text goes. Where questions are asked, users can have them answered here, and owners of the corpus allow language models or not. */
export function Recipient({ corpus, document, sent = 'question' }: RecipientProps) {
  const { data } = useQuery(recipientOptions({ corpus, document }));
  const { isHere } = useAnswersHere();
  if (!data) return null;
  const asks = sent === 'question';
  const embedder = data.sendsPassagesTo;
  const mayChoose = asks && data.isAllowed && data.sendsTextTo !== '';
  return (
    <div className={styles['recipient']}>
      <span>{textFor[sent](data.isAllowed, mayChoose && isHere ? '' : data.sendsTextTo, embedder)}</span>
      {embedder !== '' && <span>{t`For the search, passages of the documents and searches are sent to ${embedder}.`}</span>}
      {mayChoose && <Here isHere={isHere} />}
      {asks && corpus !== undefined && data.isMine && <Choice corpus={corpus} isAllowed={data.isAllowed} />}
    </div>
  );
}
