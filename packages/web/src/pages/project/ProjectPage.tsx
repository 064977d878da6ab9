import { useQuery } from '@tanstack/react-query';
import { CircleDot, Plus } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { RevealWhenSettled } from '../../platform/loading/RevealWhenSettled.tsx';
import { ButtonLink, Link } from '../../platform/navigation/Link.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { useTitle } from '../../platform/navigation/title.tsx';
import { RequestAccess } from '../../modules/members/RequestAccess.tsx';
import { projectQuery, type RestProject } from '../../modules/namespaces/api.ts';
import { namespaceAccessKeys, useNamespaceAccess } from '../../modules/namespaces/permissions.ts';
import { NamespaceBadges } from '../../modules/namespaces/VisibilityBadge.tsx';
import { recentIssuesQuery } from '../../modules/work-items/issues.ts';
import { ItemList } from '../../modules/lists/ListRow.tsx';
import { Avatar } from '../../ui/text/Avatar.tsx';
import { PageBody, PageHead, Section } from '../../ui/page/Page.tsx';
import { Count, text } from '../../ui/text/text.tsx';
import { issueColumns, IssueRow } from '../../modules/lists/IssueRow.tsx';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  issues: { id: 'projectPage.issues', defaultMessage: 'Issues' },
  newIssue: { id: 'projectPage.newIssue', defaultMessage: 'New issue' },
  recent: { id: 'projectPage.recent', defaultMessage: 'Recently updated issues' },
  all: { id: 'projectPage.all', defaultMessage: 'All issues' },
  none: { id: 'projectPage.none', defaultMessage: 'No issues yet.' },
  failed: { id: 'projectPage.failed', defaultMessage: 'Could not load the issues' },
});

/** The page of a project: description and recent activity. */
export function ProjectPage({ address: { fullPath } }: PageProps<'project'>) {
  const query = useQuery(projectQuery(fullPath));
  // Requested together with the project, and not once that has loaded.
  useNamespaceAccess({ kind: 'project', fullPath });
  useTitle(query.data?.name, fullPath);
  return (
    <PageBody>
      <QueryView query={query}>{(project) => <Project project={project} />}</QueryView>
    </PageBody>
  );
}

function Project({ project }: { project: RestProject }) {
  const { formatMessage } = useIntl();
  const fullPath = project.path_with_namespace;
  const { createIssue } = useNamespaceAccess({ kind: 'project', fullPath });
  const recent = useQuery(recentIssuesQuery(fullPath, 8));
  return (
    <RevealWhenSettled keys={namespaceAccessKeys('project', fullPath)}>
      <PageHead
        before={<Avatar name={project.name} imageUrl={project.avatar_url} size={40} shape="square" ink />}
        title={project.name}
        after={<NamespaceBadges of={project} />}
        actions={
          <>
            <RequestAccess namespace={{ kind: 'project', fullPath }} />
            <ButtonLink icon={CircleDot} to={{ page: 'issues', fullPath }}>
              <FormattedMessage {...messages.issues} />
            </ButtonLink>
            {createIssue && (
              <ButtonLink kind="primary" icon={Plus} to={{ page: 'newIssue', fullPath }}>
                <FormattedMessage {...messages.newIssue} />
              </ButtonLink>
            )}
          </>
        }
      />
      {project.description && (
        <p style={{ marginTop: 8, fontSize: 14, lineHeight: '22px', color: 'var(--text-2)', maxWidth: '60ch' }}>
          {project.description}
        </p>
      )}
      <Section
        title={<FormattedMessage {...messages.recent} />}
        after={recent.data && <Count value={recent.data.count} />}
        end={
          <Link className={text.link} to={{ page: 'issues', fullPath }} search={{ state: 'all' }}>
            <FormattedMessage {...messages.all} />
          </Link>
        }
      >
        <QueryView query={recent} failed={<FormattedMessage {...messages.failed} />}>
          {({ issues }) =>
            issues.length === 0 ? (
              <p className={text.quiet}>
                <FormattedMessage {...messages.none} />
              </p>
            ) : (
              <ItemList label={formatMessage(messages.recent)}>
                {issues.map((issue) => (
                  <IssueRow key={issue.id} issue={issue} namespacePath={fullPath} columns={issueColumns(issues)} />
                ))}
              </ItemList>
            )
          }
        </QueryView>
      </Section>
    </RevealWhenSettled>
  );
}
