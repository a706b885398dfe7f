import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';

import { KeyCap } from '@/components/ui/key-cap';
import { PageFrame } from '@/components/ui/page-frame';
import { SampleButton } from '@/features/corpora/components/sample-button';
import { flowerUrl, sessionOptions } from '@/features/session/api/session';
import { useTitle } from '@/lib/title';

import styles from './help-page.module.css';

/** A page outside of this application, in a tab of its own. */
interface Page {
  url: string;
  name: string;
  about: string;
}

const PROGRAMS: readonly Page[] = [
  { url: '/api/docs', name: 'REST API', about: 'Every operation, with a form to try it' },
  { url: '/api/redoc', name: 'REST API, for reading', about: 'The same reference on one page' },
  { url: '/api/schema', name: 'OpenAPI document', about: 'To generate a client' },
  { url: '/graphql/', name: 'GraphQL', about: 'Write and run operations in the browser' },
];

function administration(): Page[] {
  const flower = flowerUrl();
  return [
    { url: '/admin/', name: 'Administration', about: 'Users, settings and all rows of the database' },
    ...(flower ? [{ url: flower, name: 'Flower', about: 'Workers and tasks of Celery' }] : []),
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
  useTitle('Help and API');
  const navigate = useNavigate();
  const { data: user } = useQuery(sessionOptions);
  return (
    <PageFrame title="Help and API">
      <div className={styles['page']}>
        <Section title="First steps">
          <p>The sample corpus has four contracts and a report, with labels, annotations and extracted fields. It is your own: change it, search it, delete it.</p>
          <SampleButton onCreated={(uuid) => void navigate({ to: '/c/$uuid', params: { uuid } })} />
          <p>
            Press <KeyCap>?</KeyCap> on any page to see its keyboard shortcuts, and <KeyCap>Ctrl</KeyCap> <KeyCap>K</KeyCap> to search everything.
          </p>
        </Section>
        <Section title="For programs">
          <p>
            Programs sign in with an API token, which you create in <Link to="/account">your account</Link>.
          </p>
          <Pages pages={PROGRAMS} />
        </Section>
        {user?.is_staff && (
          <Section title="For administrators">
            <Pages pages={administration()} />
          </Section>
        )}
        <Section title="About Cartulary">
          <p>Cartulary is open source, under the Apache License 2.0.</p>
          <Pages pages={[{ url: '/static/app/licenses.txt', name: 'Licences', about: 'Of the libraries in this user interface' }]} />
        </Section>
      </div>
    </PageFrame>
  );
}
