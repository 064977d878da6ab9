import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { FormattedList, FormattedMessage, useIntl } from 'react-intl';
import type { CustomFieldView } from '../../modules/custom-fields/api.ts';
import type { IssueProject } from '../../modules/hierarchy/forms/new-issue-projects.ts';
import { ProjectField } from '../../modules/hierarchy/forms/ProjectField.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { carryOver, type CarriedOver, type ProjectValues } from './carry-over.ts';

const messages = defineMessages({
  dropped: { id: 'newIssue.dropped', defaultMessage: 'Removed, because {project} does not have them: {names}' },
  files: { id: 'newIssue.droppedFiles', defaultMessage: 'files in the description' },
  failed: { id: 'newIssue.projectFailed', defaultMessage: 'Could not change the project. Try again.' },
});

export interface ProjectChoiceProps {
  groupPath: string;
  project: IssueProject;
  values: ProjectValues & { description: string };
  /** The custom fields of the form. */
  fields: readonly CustomFieldView[];
  onChange(project: IssueProject, values: CarriedOver['values']): void;
}

/** Changes the project of a new issue: what the other project has by name is kept, the rest is listed. */
export function ProjectChoice({ groupPath, project, values, fields, onChange }: ProjectChoiceProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const [isFailed, setFailed] = useState(false);
  const wanted = useRef(project.fullPath);
  const choose = async (next: IssueProject): Promise<void> => {
    wanted.current = next.fullPath;
    setFailed(false);
    if (next.fullPath === project.fullPath) return;
    try {
      const carried = await carryOver(client, values, fields, next.fullPath);
      // Another project may have been chosen meanwhile.
      if (wanted.current !== next.fullPath) return;
      // Their links are relative to the project that they were sent to.
      const hasFiles = values.description.includes('(/uploads/');
      setDropped(hasFiles ? [...carried.dropped, formatMessage(messages.files)] : carried.dropped);
      onChange(next, carried.values);
    } catch {
      if (wanted.current === next.fullPath) setFailed(true);
    }
  };
  return (
    <>
      <ProjectField
        groupPath={groupPath}
        project={project}
        problem={isFailed ? formatMessage(messages.failed) : null}
        onChoose={(next) => void choose(next)}
      />
      {dropped.length > 0 && (
        <Alert tone="warning">
          <FormattedMessage
            {...messages.dropped}
            values={{ project: project.name, names: <FormattedList value={dropped} /> }}
          />
        </Alert>
      )}
    </>
  );
}
