import { useIntl } from 'react-intl';
import { formMessages as messages } from './form-messages.ts';
import { NamespaceField } from './NamespaceField.tsx';
import { type IssueProject, issueProjectOptions } from './new-issue-projects.ts';

export interface ProjectFieldProps {
  groupPath: string;
  project: IssueProject;
  /** The message below, for example that the change failed. */
  problem?: string | null;
  onChoose(project: IssueProject): void;
}

/** The project of a new issue, chosen from those of a group by search. */
export function ProjectField({ groupPath, project, problem = null, onChoose }: ProjectFieldProps) {
  const { formatMessage } = useIntl();
  return (
    <NamespaceField
      label={formatMessage(messages.project)}
      pickLabel={formatMessage(messages.pickProject)}
      chosen={{ value: project.fullPath, title: project.name }}
      options={issueProjectOptions(groupPath)}
      failure={formatMessage(messages.projectsFailed)}
      problem={problem}
      onPick={({ value, title }) => onChoose({ fullPath: value, name: title })}
    />
  );
}
