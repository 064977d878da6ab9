import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { RevealWhenSettled } from '../../platform/loading/RevealWhenSettled.tsx';
import { ButtonLink, Link } from '../../platform/navigation/Link.tsx';
import { MorePages, type PagedQuery } from '../../platform/loading/MorePages.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { useTitle } from '../../platform/navigation/title.tsx';
import { checklistKeys, checklistQuery } from '../../modules/checklists/api.ts';
import { Checklist } from '../../modules/checklists/Checklist.tsx';
import { RequestAccess } from '../../modules/members/RequestAccess.tsx';
import { groupProjectsPages, groupQuery, type RestGroup, subgroupsPages } from '../../modules/namespaces/api.ts';
import { namespaceAccessKeys, useNamespaceAccess } from '../../modules/namespaces/permissions.ts';
import { NamespaceRows } from '../../modules/namespaces/NamespaceRows.tsx';
import { NamespaceBadges, StateBadge } from '../../modules/namespaces/VisibilityBadge.tsx';
import { Avatar } from '../../ui/text/Avatar.tsx';
import { PageBody, PageHead, Section } from '../../ui/page/Page.tsx';
import { Count, text } from '../../ui/text/text.tsx';
import { cardKeys } from './api.ts';
import { GroupCards } from './GroupCards.tsx';
import { groupMessages as messages } from './messages.ts';
import { MonthsRange, MonthsStrip, useMonths } from './MonthsStrip.tsx';
import styles from './GroupPage.module.css';

/** The page of a group: description, the months around today, and contents. */
export function GroupPage({ address: { fullPath } }: PageProps<'group'>) {
  const query = useQuery(groupQuery(fullPath));
  // Requested together with the group, and not once that has loaded.
  useNamespaceAccess({ kind: 'group', fullPath });
  useQuery({ ...checklistQuery(fullPath), notifyOnChangeProps: [] });
  useTitle(query.data?.name, fullPath);
  return (
    <PageBody>
      <QueryView query={query}>{(group) => <Group group={group} />}</QueryView>
    </PageBody>
  );
}

function Group({ group }: { group: RestGroup }) {
  const fullPath = group.full_path;
  const may = useNamespaceAccess({ kind: 'group', fullPath });
  const months = useMonths(fullPath);
  const above = [
    ...namespaceAccessKeys('group', fullPath),
    ...cardKeys(fullPath),
    months.query.queryKey,
    ...checklistKeys(fullPath),
  ];
  return (
    <RevealWhenSettled keys={above}>
      <PageHead
        before={<Avatar name={group.name} imageUrl={group.avatar_url} size={40} shape="square" ink />}
        title={group.name}
        after={<NamespaceBadges of={group} />}
        actions={
          <>
            <RequestAccess namespace={{ kind: 'group', fullPath }} />
            {may.createSubgroup && (
              <ButtonLink to={{ page: 'newGroup' }} search={{ parent: fullPath }}>
                <FormattedMessage {...messages.newSubgroup} />
              </ButtonLink>
            )}
            {may.createProjects && (
              <ButtonLink to={{ page: 'newProject' }} search={{ parent: fullPath }}>
                <FormattedMessage {...messages.newProject} />
              </ButtonLink>
            )}
            {may.createEpic && (
              <ButtonLink kind="primary" icon={Plus} to={{ page: 'newEpic', fullPath }}>
                <FormattedMessage {...messages.newEpic} />
              </ButtonLink>
            )}
          </>
        }
      />
      {group.description && <p className={styles.description}>{group.description}</p>}
      <Checklist fullPath={fullPath} />
      <GroupCards fullPath={fullPath} />
      <Section
        title={<FormattedMessage {...messages.roadmap} />}
        after={
          <span className={text.quiet}>
            <MonthsRange months={months} />
          </span>
        }
        end={
          <Link className={text.link} to={{ page: 'roadmap', fullPath }} search={{ view: 'overview' }}>
            <FormattedMessage {...messages.openRoadmap} />
          </Link>
        }
      >
        <MonthsStrip months={months} />
      </Section>
      <RevealWhenSettled keys={[...above, subgroupsPages(fullPath).queryKey]}>
        <Subgroups fullPath={fullPath} />
        <Projects fullPath={fullPath} />
      </RevealWhenSettled>
    </RevealWhenSettled>
  );
}

function Subgroups({ fullPath }: { fullPath: string }) {
  const query = useInfiniteQuery(subgroupsPages(fullPath));
  if (query.data?.pages[0]?.items.length === 0) return null;
  return (
    <Listing title={<FormattedMessage {...messages.subgroups} />} total={query.data?.pages[0]?.total} query={query}>
      <QueryView query={query} failed={<FormattedMessage {...messages.subgroupsFailed} />}>
        {({ pages }) => (
          <NamespaceRows
            rows={pages
              .flatMap((page) => page.items)
              .map((group) => ({
                key: String(group.id),
                name: group.name,
                description: group.description,
                avatarUrl: group.avatar_url,
                to: { page: 'group', fullPath: group.full_path },
                end: group.archived && <StateBadge state="archived" />,
              }))}
          />
        )}
      </QueryView>
    </Listing>
  );
}

function Projects({ fullPath }: { fullPath: string }) {
  const { formatMessage } = useIntl();
  const query = useInfiniteQuery(groupProjectsPages(fullPath));
  return (
    <Listing title={<FormattedMessage {...messages.projects} />} total={query.data?.pages[0]?.total} query={query}>
      <QueryView query={query} failed={<FormattedMessage {...messages.projectsFailed} />}>
        {({ pages }) => {
          const projects = pages.flatMap((page) => page.items);
          if (projects.length === 0) {
            return (
              <p className={text.quiet}>
                <FormattedMessage {...messages.noProjects} />
              </p>
            );
          }
          return (
            <NamespaceRows
              rows={projects.map((project) => ({
                key: String(project.id),
                name: project.name,
                description: project.description,
                avatarUrl: project.avatar_url,
                to: { page: 'project', fullPath: project.path_with_namespace },
                end: project.archived ? (
                  <StateBadge state="archived" />
                ) : project.open_issues_count === undefined ? null : (
                  formatMessage(messages.openIssueCount, { count: project.open_issues_count })
                ),
              }))}
            />
          );
        }}
      </QueryView>
    </Listing>
  );
}

function Listing({
  title,
  total,
  query,
  children,
}: {
  title: ReactNode;
  total: number | null | undefined;
  query: PagedQuery;
  children: ReactNode;
}) {
  return (
    <Section title={title} after={typeof total === 'number' && total > 0 && <Count value={total} />}>
      {children}
      <MorePages query={query} />
    </Section>
  );
}
