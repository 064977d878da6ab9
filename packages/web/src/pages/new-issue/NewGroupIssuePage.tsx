import { useIntl } from 'react-intl';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { Failure } from '../../platform/loading/Failure.tsx';
import { NoProjects } from '../../modules/hierarchy/forms/NoProjects.tsx';
import { useIssueProject } from '../../modules/hierarchy/forms/new-issue-projects.ts';
import { MayCreate } from '../../modules/work-items/new/MayCreate.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { Loading } from '../../ui/progress/Spinner.tsx';
import { NewIssue, newIssueMessages as messages } from './NewIssuePage.tsx';

/** Creates an issue in a project of a group. */
export function NewGroupIssuePage({ address: { fullPath } }: PageProps<'newGroupIssue'>) {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title), fullPath);
  return (
    <MayCreate namespace={{ kind: 'group', fullPath }} type="issue">
      <InGroup fullPath={fullPath} />
    </MayCreate>
  );
}

function InGroup({ fullPath }: { fullPath: string }) {
  const { formatMessage } = useIntl();
  const { project, choose, groupName, hasNone, hasSeveral, isLoading, error } = useIssueProject(fullPath);
  if (error) return <Failure error={error} />;
  if (hasNone) {
    return (
      <PageBody width="form">
        <PageHead title={formatMessage(messages.title)} />
        <NoProjects group={{ fullName: groupName, fullPath }} />
      </PageBody>
    );
  }
  if (isLoading || !project) return <Loading label={formatMessage(messages.loading)} />;
  return <NewIssue fullPath={project.fullPath} group={{ fullPath, project, choose: hasSeveral ? choose : null }} />;
}
