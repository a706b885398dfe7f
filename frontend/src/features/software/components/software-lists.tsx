import { t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';

import { ErrorNotice } from '@/components/ui/error-notice';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

import styles from './software-lists.module.css';

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
export function SoftwareLists() {
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
