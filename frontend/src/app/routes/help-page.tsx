import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { KeyCap } from '@/components/ui/key-cap';
import { PageFrame } from '@/components/ui/page-frame';
import { SampleButton } from '@/features/corpora/components/sample-button';
import { StepList } from '@/features/first-steps/components/step-list';
import { useFirstSteps } from '@/features/first-steps/use-first-steps';
import { flowerUrl, sessionOptions } from '@/features/session/api/session';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
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

/** The first steps on the help page, from where they can be shown on the page of documents again. */
function FirstStepsSection() {
  const { known, steps, isComplete, dismissed, dismiss } = useFirstSteps({ wanted: true });
  if (!known) return null;
  return (
    <>
      <StepList known={known} steps={steps} />
      {dismissed && !isComplete && <Button onClick={() => dismiss(false)}>{t`Show the first steps on the Documents page`}</Button>}
    </>
  );
}

const softwareQuery = graphql(`
  query Software {
    software {
      version
      libraries {
        name
        version
        license
        url
      }
      models {
        name
        version
        license
        url
      }
    }
  }
`);

type SoftwarePart = ResultOf<typeof softwareQuery>['software']['libraries'][number];

/** The version of the product, and the libraries and models of the server; they change with an update only. */
const softwareOptions = queryOptions({
  queryKey: ['software'],
  queryFn: async () => (await request(softwareQuery)).software,
  staleTime: 3_600_000,
});

function Parts({ title, parts }: { title: string; parts: readonly SoftwarePart[] }) {
  return (
    <details className={styles['parts']}>
      <summary>{title}</summary>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t`Name`}</th>
            <th scope="col">{t`Version`}</th>
            <th scope="col">{t`Licence`}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ name, version, license, url }) => (
            <tr key={name}>
              <td>
                <a href={url} target="_blank" rel="noreferrer">
                  {name}
                </a>
              </td>
              <td>{version}</td>
              <td>{license}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The version of the product, and the licences of the libraries and models of the server. */
function SoftwareLists() {
  const { data, error, refetch } = useQuery(softwareOptions);
  if (error) return <ErrorNotice title={t`The licences could not be loaded`} error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { version, libraries, models } = data;
  return (
    <>
      <p>{t`Version ${version}`}</p>
      <Parts title={t`Libraries of the server (${libraries.length})`} parts={libraries} />
      <Parts title={t`Models (${models.length})`} parts={models} />
    </>
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
