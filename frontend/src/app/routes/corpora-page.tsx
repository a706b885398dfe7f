import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Library, Plus, SearchX } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Field } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { NotClosed } from '@/components/ui/not-closed';
import { Notice } from '@/components/ui/notice';
import { PageFrame } from '@/components/ui/page-frame';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useTypedText } from '@/components/ui/use-typed-text';
import { useCreateCorpus } from '@/features/corpora/api/create-corpus';
import { corporaOptions } from '@/features/corpora/api/list-corpora';
import { CORPORA_ORDERS, CorpusList, shownCorpora } from '@/features/corpora/components/corpus-list';
import { SampleButton } from '@/features/corpora/components/sample-button';
import { isCorporaOrder } from '@/features/corpora/model/corpora-order-name';
import { ScopeSelect } from '@/features/documents/components/scope-select';
import type { Scope } from '@/features/documents/model/scope';
import { useCommands } from '@/lib/commands';
import { fieldError, formError } from '@/lib/form-errors';
import { useTitle } from '@/lib/title';

import { corporaSearch, type CorporaSearch } from '../search-params';

const route = getRouteApi('/signed-in/c');

function NoCorpora({ scope, create, sample }: { scope: Scope | undefined; create: ReactNode; sample: ReactNode }) {
  if (scope === 'SHARED' || scope === 'PUBLIC') {
    const shared = scope === 'SHARED';
    return (
      <Notice icon={<Library />} title={shared ? t`No corpora shared with you` : t`No public corpora`}>
        {shared ? t`Corpora that others share with you appear here.` : t`Corpora that their owners make public appear here.`}
      </Notice>
    );
  }
  return (
    <Notice
      icon={<Library />}
      title={t`No corpora yet`}
      action={
        <>
          {create} {sample}
        </>
      }
    >
      {t`Create a corpus to search, label and analyse a set of documents together.`}
    </Notice>
  );
}

interface CreateCorpusDialogProps {
  onClose: () => void;
  onCreated: (uuid: string) => void;
}

function CreateCorpusDialog({ onClose, onCreated }: CreateCorpusDialogProps) {
  const { text: title, ...titleField } = useTypedText('new-corpus:title');
  const { text: description, ...descriptionField } = useTypedText('new-corpus:description');
  const [refused, setRefused] = useState(false);
  const create = useCreateCorpus();
  const isTyped = `${title}${description}`.trim() !== '';
  const forget = () => {
    titleField.forget();
    descriptionField.forget();
  };
  const onSuccess = (corpus: { uuid: string } | null) => {
    forget();
    if (corpus) onCreated(corpus.uuid);
  };
  const cancel = () => {
    forget();
    onClose();
  };
  const submit = () => create.mutate({ title: title.trim(), description: description.trim() }, { onSuccess });
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`New corpus`} persistent={isTyped} onRefused={() => setRefused(true)} description={t`A set of documents that you search, label and analyse together.`}>
      <DialogBody>
        <Form
          onSubmit={submit}
          error={formError(create.error, ['title', 'description'])}
          actions={
            <DialogActions>
              <Button onClick={cancel}>{t`Cancel`}</Button>
              <Button type="submit" variant="primary" busy={create.isPending} disabled={title.trim() === ''}>
                {t`Create corpus`}
              </Button>
            </DialogActions>
          }
        >
          <Field label={t`Name`} value={title} required maxLength={200} error={fieldError(create.error, 'title')} onChange={({ target }) => titleField.change(target.value)} />
          <Field label={t`Description (optional)`} value={description} error={fieldError(create.error, 'description')} onChange={({ target }) => descriptionField.change(target.value)} />
          <NotClosed shown={refused && isTyped} />
        </Form>
      </DialogBody>
    </Dialog>
  );
}

export function CorporaPage() {
  useTitle(t`Corpora`);
  const navigate = route.useNavigate();
  const { q = '', scope, sort } = route.useSearch();
  const show = (change: Partial<Record<keyof CorporaSearch, string | undefined>>) => void navigate({ search: (before) => corporaSearch({ ...before, ...change }), replace: true });
  const corpora = useQuery(corporaOptions(scope));
  const shown = useMemo(() => shownCorpora(corpora.data ?? [], q, sort), [corpora.data, q, sort]);
  const [creating, setCreating] = useState(false);
  useCommands(() => [{ name: 'corpus.create', text: t`New corpus`, run: () => setCreating(true) }]);
  const open = (uuid: string) => void navigate({ to: '/c/$uuid', params: { uuid } });
  const create = (
    <Button variant="plain" icon={<Plus aria-hidden="true" />} onClick={() => setCreating(true)}>
      {t`New corpus`}
    </Button>
  );
  const actions = (
    <>
      <SearchField label={t`Filter corpora`} value={q} onChange={(next) => show({ q: next })} />
      <ScopeSelect all={t`All corpora`} scope={scope} onScope={(next) => show({ scope: next })} />
      <Select label={t`Order`} value={sort ?? ''} onChange={({ target }) => show({ sort: isCorporaOrder(target.value) ? target.value : undefined })}>
        <option value="">{t`Newest first`}</option>
        {CORPORA_ORDERS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {create}
    </>
  );
  return (
    <PageFrame title={t`Corpora`} about={t`Sets of documents with their own labels, search and actions`} actions={actions}>
      {corpora.isPending && <SkeletonRows label={t`Loading corpora`} />}
      {corpora.isError && <ErrorNotice title={t`Your corpora could not be loaded`} error={corpora.error} onRetry={() => void corpora.refetch()} />}
      {corpora.data?.length === 0 && <NoCorpora scope={scope} create={create} sample={<SampleButton onCreated={open} />} />}
      {shown.length > 0 && <CorpusList corpora={shown} />}
      {shown.length === 0 && corpora.data && corpora.data.length > 0 && (
        <Notice icon={<SearchX />} title={t`No corpus matches the filter`} action={<Button onClick={() => show({ q: undefined })}>{t`Clear filter`}</Button>} />
      )}
      {creating && (
        <CreateCorpusDialog onClose={() => setCreating(false)} onCreated={open} />
      )}
    </PageFrame>
  );
}
