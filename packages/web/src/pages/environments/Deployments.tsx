import { useInfiniteQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { deploymentsPages, type ListedDeployment } from '../../modules/deployments/api.ts';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { SkeletonView } from '../../platform/loading/SkeletonView.tsx';
import { printAgo, printTime } from '../../ui/field/days.ts';
import { Section } from '../../ui/page/Page.tsx';
import { PersonAvatar } from '../../ui/text/Avatar.tsx';
import { text } from '../../ui/text/text.tsx';
import styles from './deployments.module.css';
import { environmentMessages as messages } from './messages.ts';
import { StatusBadge } from './StatusBadge.tsx';

const columns = [
  messages.status,
  messages.release,
  messages.environment,
  messages.startedByColumn,
  messages.when,
  messages.took,
];

/** The deployments of a project, newest first. */
export function Deployments({ fullPath }: { fullPath: string }) {
  const query = useInfiniteQuery(deploymentsPages(fullPath, null));
  return (
    <Section title={<FormattedMessage {...messages.deployments} />}>
      <SkeletonView query={query}>
        {({ pages }) => {
          const deployments = pages
            .flatMap(({ project }) => project?.deployments?.nodes ?? [])
            .filter((each) => each !== null);
          if (deployments.length === 0) {
            return (
              <p className={text.quiet}>
                <FormattedMessage {...messages.noDeployments} />
              </p>
            );
          }
          return (
            <table className={styles.table}>
              <thead>
                <tr>
                  {columns.map((title) => (
                    <th key={title.id} scope="col">
                      <FormattedMessage {...title} />
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {deployments.map((deployment) => (
                  <DeploymentRow key={deployment.id} deployment={deployment} />
                ))}
              </tbody>
            </table>
          );
        }}
      </SkeletonView>
      <MorePages query={query} />
    </Section>
  );
}

function DeploymentRow({ deployment }: { deployment: ListedDeployment }) {
  const intl = useIntl();
  const { status, ref, sha, environment, triggerer, createdAt, finishedAt } = deployment;
  const time = createdAt ?? '';
  return (
    <tr>
      <td>{status && <StatusBadge status={status} />}</td>
      <td>
        <b>{ref}</b> <code>{sha?.slice(0, 7)}</code>
      </td>
      <td>{environment?.name}</td>
      <td>
        <span className={styles.person}>
          {triggerer && <PersonAvatar person={triggerer} size={20} />}
          {triggerer?.name}
        </span>
      </td>
      <td>
        <time dateTime={time} data-tooltip={printTime(intl, time)}>
          {printAgo(intl, time)}
        </time>
      </td>
      <td>{finishedAt ? <Duration from={time} to={finishedAt} /> : '–'}</td>
    </tr>
  );
}

function Duration({ from, to }: { from: string; to: string }) {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
  return seconds < 60 ? (
    <FormattedMessage {...messages.seconds} values={{ count: seconds }} />
  ) : (
    <FormattedMessage {...messages.minutes} values={{ count: Math.round(seconds / 60) }} />
  );
}
