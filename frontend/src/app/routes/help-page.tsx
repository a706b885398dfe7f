import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';

import { KeyCap } from '@/components/ui/key-cap';
import { PageFrame } from '@/components/ui/page-frame';
import { SampleButton } from '@/features/corpora/components/sample-button';
import { FirstStepsSection } from '@/features/first-steps/components/first-steps-section';
import { flowerUrl, sessionOptions } from '@/features/session/api/session';
import { SoftwareLists } from '@/features/software/components/software-lists';
import { useTitle } from '@/lib/title';

import styles from './help-page.module.css';

/** A page outside of this application, in a tab of its own. */
interface Page {
  url: string;
  name: string;
  about: string;
}

const PROGRAMS: readonly Page[] = [
  { url: '/api/docs', name: 'REST API', about: t`Every operation, with a form to try it` },
  { url: '/api/redoc', name: t`REST API, for reading`, about: t`The same reference on one page` },
  { url: '/api/schema', name: t`OpenAPI document`, about: t`To generate a client` },
  { url: '/graphql/', name: 'GraphQL', about: t`Write and run operations in the browser` },
];

function administration(): Page[] {
  const flower = flowerUrl();
  return [
    { url: '/admin/', name: t`Administration`, about: t`Users, settings and all rows of the database` },
    ...(flower ? [{ url: flower, name: 'Flower', about: t`Workers and tasks of Celery` }] : []),
  ];
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['section']}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Pages({ pages }: { pages: readonly Page[] }) {
  return (
    <dl className={styles['links']}>
      {pages.map(({ url, name, about }) => (
        <Fragment key={url}>
          <dt>
            <a href={url} target="_blank" rel="noreferrer">
              {name}
            </a>
          </dt>
          <dd>{about}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

export function HelpPage() {
  useTitle(t`Help and API`);
  const navigate = useNavigate();
  const { data: user } = useQuery(sessionOptions);
  return (
    <PageFrame title={t`Help and API`}>
      <div className={styles['page']}>
        <Section title={t`First steps`}>
          <FirstStepsSection />
          <p>{t`The sample corpus has four contracts and a report, with labels, annotations and extracted fields. It is your own: change it, search it, delete it.`}</p>
          <SampleButton onCreated={(uuid) => void navigate({ to: '/c/$uuid', params: { uuid } })} />
          <p>
            <Trans>
              Press <KeyCap>?</KeyCap> on any page to see its keyboard shortcuts, and <KeyCap>Ctrl</KeyCap> <KeyCap>K</KeyCap> to search everything.
            </Trans>
          </p>
        </Section>
        <Section title={t`For programs`}>
          <p>
            <Trans>
              Programs sign in with an API token, which you create in <Link to="/account">your account</Link>.
            </Trans>
          </p>
          <Pages pages={PROGRAMS} />
        </Section>
        {user?.is_staff && (
          <Section title={t`For administrators`}>
            <Pages pages={administration()} />
          </Section>
        )}
        <Section title={t`About Cartulary`}>
          <p>{t`Cartulary is open source, under the Apache License 2.0.`}</p>
          <Pages
            pages={[
              { url: '/static/app/licenses.txt', name: t`Licences`, about: t`Of the libraries in this user interface` },
              { url: 'https://creativecommons.org/licenses/by/4.0/', name: 'CC BY 4.0', about: t`The licence of Rampart, which recognizes names in documents` },
            ]}
          />
          <SoftwareLists />
        </Section>
      </div>
    </PageFrame>
  );
}
