import { plural, t } from '@lingui/core/macro';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { FlaskConical, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { HelpText, Labelled } from '@/components/ui/form';
import { IconButton } from '@/components/ui/icon-button';
import { Select } from '@/components/ui/select';
import { TextArea } from '@/components/ui/text-area';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { notFoundError, toApiError } from '@/lib/errors';
import { fieldError } from '@/lib/form-errors';
import { formatNumber } from '@/lib/format';
import { request } from '@/lib/graphql-client';

import { DICTIONARY, hasRules, isCompleteRule, NEW_RULE, settingsOf, type Rule } from '../model/rules';
import styles from './rule-settings.module.css';

const documentsQuery = graphql(`
  query TrialDocuments($corpusId: ID!) {
    corpus(id: $corpusId) {
      id
      documents(first: 100) {
        edges {
          node {
            uuid
            title
          }
        }
      }
    }
  }
`);

const trialQuery = graphql(`
  query TryAnalyzer($corpusId: ID!, $documentId: ID!, $analyzer: String!, $settings: JSONObject!) {
    tryAnalyzer(corpusId: $corpusId, documentId: $documentId, analyzer: $analyzer, settings: $settings) {
      count
      labels {
        label
        count
      }
      findings {
        label
        before
        quote
        after
      }
    }
  }
`);

type Trial = ResultOf<typeof trialQuery>['tryAnalyzer'];

/** The newest documents of a corpus, to try settings on. */
const trialDocumentsOptions = (corpusId: string) =>
  queryOptions({
    queryKey: ['corpus-documents', corpusId, 'trial'],
    queryFn: async () => {
      const { corpus } = await request(documentsQuery, { corpusId });
      if (!corpus) throw notFoundError();
      return corpus.documents.edges.map(({ node }) => node);
    },
  });

interface Tried {
  document: string;
  analyzer: string;
  settings: string;
}

/** Asks what an analyzer would find with settings that are not saved. */
const useTrial = (corpusId: string) =>
  useMutation({
    mutationFn: async ({ document, analyzer, settings }: Tried) => (await request(trialQuery, { corpusId, documentId: document, analyzer, settings })).tryAnalyzer,
  });

interface RuleSettingsProps {
  corpusId: string;
  draft: { analyzer: string; rules: readonly Rule[] };
  error: unknown;
  onChange: (changes: { rules: readonly Rule[] }) => void;
}

const MAX_RULES = 200;

interface RowProps {
  analyzer: string;
  rule: Rule;
  place: number;
  error: unknown;
  isOnly: boolean;
  onChange: (changes: Partial<Rule>) => void;
  onRemove: () => void;
}

function RuleRow({ analyzer, rule, place, error, isOnly, onChange, onRemove }: RowProps) {
  const number = place + 1;
  return (
    <div className={styles['rule']}>
      <Field
        label={t`Label of rule ${number}`}
        value={rule.label}
        maxLength={100}
        placeholder={t`Governing law`}
        error={fieldError(error, `settings.rules.${place}.label`)}
        onChange={({ target }) => onChange({ label: target.value })}
      />
      {analyzer === DICTIONARY ? (
        <TextArea
          label={t`Terms of rule ${number}, one in each line`}
          rows={3}
          value={rule.text}
          error={fieldError(error, `settings.rules.${place}.terms`)}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      ) : (
        <Field
          label={t`Expression of rule ${number}`}
          value={rule.text}
          maxLength={2_000}
          spellCheck={false}
          placeholder={String.raw`laws? of (the State of )?\p{Lu}\w+`}
          error={fieldError(error, `settings.rules.${place}.pattern`)}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      )}
      <IconButton label={t`Remove rule ${number}`} icon={<Trash2 />} disabled={isOnly} onClick={onRemove} />
      <div className={styles['flags']}>
        <span>
          <Checkbox label={t`Distinguish upper and lower case in rule ${number}`} checked={rule.caseSensitive} onChange={(on) => onChange({ caseSensitive: on })} />
          <span aria-hidden="true">{t`Distinguish upper and lower case`}</span>
        </span>
        <span>
          <Checkbox label={t`Whole words only in rule ${number}`} checked={rule.wholeWords} onChange={(on) => onChange({ wholeWords: on })} />
          <span aria-hidden="true">{t`Whole words only`}</span>
        </span>
      </div>
    </div>
  );
}

function TrialResult({ trial: { count, labels, findings } }: { trial: Trial }) {
  return (
    <div className={styles['result']}>
      <p role="status">{plural(count, { one: '# passage found', other: '# passages found' })}</p>
      <ul className={styles['counts']}>
        {labels.map((each) => (
          <li key={each.label}>
            {each.label} <span className="muted numeric">{formatNumber(each.count)}</span>
          </li>
        ))}
      </ul>
      {findings.length > 0 && (
        <ol className={styles['findings']} aria-label={t`The first passages`} tabIndex={0} translate="no">
          {findings.map(({ label, before, quote, after }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- passages with the same words differ by their order only
            <li key={place}>
              <span className="muted">{label}</span> {before}
              <mark>{quote}</mark>
              {after}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Shows what the rules would find in a document, before they are saved. */
function RuleTrial({ corpusId, draft: { analyzer, rules } }: Pick<RuleSettingsProps, 'corpusId' | 'draft'>) {
  const { data: documents = [] } = useQuery(trialDocumentsOptions(corpusId));
  const [chosen, choose] = useState('');
  const trial = useTrial(corpusId);
  const document = chosen || documents[0]?.uuid;
  if (!document) return <HelpText>{t`Add a document to the corpus to try the rules on it.`}</HelpText>;
  return (
    <>
      <div className={styles['trial']}>
        <Labelled label={t`Try on`}>
          <Select label={t`Try on`} value={document} onChange={({ target }) => choose(target.value)}>
            {documents.map(({ uuid, title }) => (
              <option key={uuid} value={uuid}>
                {title}
              </option>
            ))}
          </Select>
        </Labelled>
        <Button
          icon={<FlaskConical aria-hidden="true" />}
          busy={trial.isPending}
          disabled={!rules.every((rule) => isCompleteRule(analyzer, rule))}
          onClick={() => trial.mutate({ document, analyzer, settings: settingsOf(analyzer, rules) })}
        >
          {t`Try the rules`}
        </Button>
      </div>
      {trial.isError && (
        <p role="alert" className={styles['error']}>
          {toApiError(trial.error).message}
        </p>
      )}
      {trial.data && <TrialResult trial={trial.data} />}
    </>
  );
}

/** The rules of the analyzers whose settings are labels with expressions or terms; nothing for others. */
export function RuleSettings({ corpusId, draft, error, onChange }: RuleSettingsProps) {
  const { analyzer, rules } = draft;
  if (!hasRules(analyzer)) return null;
  const change = (place: number, changes: Partial<Rule>) => onChange({ rules: rules.map((each, index) => (index === place ? { ...each, ...changes } : each)) });
  return (
    <fieldset className={styles['rules']}>
      <legend>{t`Rules`}</legend>
      {rules.map((rule, place) => (
        <RuleRow
          key={place} // oxlint-disable-line react/no-array-index-key -- the rules have no other identity before they are saved
          {...{ analyzer, rule, place, error }}
          isOnly={rules.length === 1}
          onChange={(changes) => change(place, changes)}
          onRemove={() => onChange({ rules: rules.filter((_, index) => index !== place) })}
        />
      ))}
      <Button size="small" icon={<Plus aria-hidden="true" />} disabled={rules.length >= MAX_RULES} onClick={() => onChange({ rules: [...rules, NEW_RULE] })}>
        {t`Add rule`}
      </Button>
      <RuleTrial corpusId={corpusId} draft={draft} />
    </fieldset>
  );
}
