import { queryOptions, useQuery } from '@tanstack/react-query';
import { STATUS_UPDATE_EXCERPT_LENGTH } from '@milepost/core/roadmap/status-updates';
import { useIntl } from 'react-intl';
import { graphql } from '../../../gen/gql.ts';
import { HealthBadge } from '../../../modules/work-items/StateBadge.tsx';
import { request } from '../../../platform/api/graphql.ts';
import { printAgo } from '../../../ui/field/days.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import { cardMessages as messages } from './messages.ts';
import styles from './cards.module.css';

const latestStatusUpdate = graphql(`
  query latestStatusUpdate($fullPath: ID!, $iid: ID!) {
    group(fullPath: $fullPath) {
      id
      epic(iid: $iid) {
        id
        latestStatusUpdate {
          id
          health
          text
          createdAt
          author {
            id
            name
          }
        }
      }
    }
  }
`);

function latestUpdateQuery({ group, iid }: Pick<RoadmapEpic, 'group' | 'iid'>) {
  return queryOptions({
    queryKey: ['status-updates', group.fullPath, iid, 'latest'],
    queryFn: async ({ signal }) => {
      const answer = await request(latestStatusUpdate, { fullPath: group.fullPath, iid }, signal);
      return answer.group?.epic?.latestStatusUpdate ?? null;
    },
  });
}

/** The beginning of the latest status update of an epic; nothing if there is none. */
export function LatestUpdate({ epic }: { epic: RoadmapEpic }) {
  const intl = useIntl();
  const { data } = useQuery(latestUpdateQuery(epic));
  if (!data) return null;
  const { health, text, author, createdAt } = data;
  const letters = Array.from(text);
  const excerpt = letters.slice(0, STATUS_UPDATE_EXCERPT_LENGTH).join('');
  return (
    <div className={styles.update}>
      <HealthBadge health={health} textSize="sm" />
      <span>{intl.formatMessage(messages.updateBy, { name: author.name, ago: printAgo(intl, createdAt) })}</span>
      <p>{letters.length > STATUS_UPDATE_EXCERPT_LENGTH ? `${excerpt}…` : excerpt}</p>
    </div>
  );
}
