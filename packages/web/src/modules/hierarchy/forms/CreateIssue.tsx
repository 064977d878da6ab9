import { numberOfId } from '@milepost/core/global-ids';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { sendJson } from '../../../platform/api/http.ts';
import { restPath, restQuery } from '../../../platform/api/rest.ts';
import type { PickerOption } from '../../../ui/overlay/Picker.tsx';
import type { RestProject } from '../../namespaces/api.ts';
import { CreateForm } from './CreateForm.tsx';
import { formMessages as messages } from './form-messages.ts';
import { trackProject, usedProjects } from './frequent-projects.ts';
import { NoProjects } from './NoProjects.tsx';
import { NamespaceField } from './NamespaceField.tsx';
import type { TreeFormProps } from './tree-form.ts';

/** Creates an issue under the epic, in a project of its group: preset to the last used one. */
export function CreateIssue({ facts, onDone, onClose }: TreeFormProps) {
  const { formatMessage } = useIntl();
  const [picked, setPicked] = useState<PickerOption | null>(
    facts.defaultProject && { value: String(facts.defaultProject.id), title: facts.defaultProject.name },
  );
  /** How often Enter was pressed without a project. */
  const [complaints, setComplaints] = useState(0);
  const listed = (search: string) => projectsBelow(facts.group.id, search, formatMessage(messages.projects));
  // Without a choice, or with one project, no list needs to be opened.
  const all = useQuery({ ...listed(''), enabled: picked === null });
  const only = all.data?.length === 1 ? (all.data[0] ?? null) : null;
  const project = picked ?? only;
  // A stored project may have been deleted or renamed.
  const details = useQuery({
    ...restQuery<RestProject>(['project-details', project?.value], `/projects/${project?.value ?? ''}`),
    enabled: project !== null,
  });
  const hasNone = project === null && all.data?.length === 0;
  return (
    <CreateForm
      label={formatMessage(messages.newIssue)}
      submit={messages.createIssue}
      hasProject={project !== null}
      onNamespaceMissing={() => setComplaints(complaints + 1)}
      problem={details.error && formatMessage(messages.detailsFailed)}
      showsConfidentialNote={facts.isConfidential}
      create={(title) =>
        sendJson(restPath(`/projects/${project?.value ?? ''}/issues`), {
          method: 'POST',
          body: { title, epic_id: numberOfId(facts.id) },
        })
      }
      failureText={() => formatMessage(messages.issueFailed)}
      onDone={() => {
        if (details.data) {
          const { id, name_with_namespace: name, path_with_namespace: fullPath } = details.data;
          trackProject({ id, name, fullPath });
        }
        onDone();
      }}
      onClose={onClose}
      note={hasNone && <NoProjects group={facts.group}>{formatMessage(messages.addExistingInstead)}</NoProjects>}
    >
      {!hasNone && (
        <NamespaceField
          label={formatMessage(messages.project)}
          pickLabel={formatMessage(messages.pickProject)}
          chosen={project && { ...project, title: details.data?.name_with_namespace ?? project.title }}
          first={usedBefore(facts.group.fullPath, formatMessage(messages.recent), formatMessage(messages.frequent))}
          options={listed}
          failure={formatMessage(messages.projectsFailed)}
          problem={complaints > 0 && project === null ? formatMessage(messages.projectMissing) : null}
          focusRequest={complaints}
          onPick={setPicked}
        />
      )}
    </CreateForm>
  );
}

function usedBefore(groupPath: string, recentTitle: string, frequentTitle: string): PickerOption[] {
  const { recent, frequent } = usedProjects(groupPath);
  const option = (group: string) => (project: { id: number; name: string }) => ({
    value: String(project.id),
    title: project.name,
    group,
  });
  return [...recent.map(option(recentTitle)), ...frequent.map(option(frequentTitle))];
}

function projectsBelow(groupId: number, search: string, group: string): UseQueryOptions<readonly PickerOption[]> {
  return {
    queryKey: ['projects-below', groupId, search],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const path = restPath(`/groups/${groupId}/projects`, {
        include_subgroups: true,
        order_by: 'last_activity_at',
        with_issues_enabled: true,
        with_shared: false,
        search_namespaces: true,
        search,
      });
      const projects = await sendJson<RestProject[]>(path, { signal });
      return projects.map(({ id, name_with_namespace: title }) => ({ value: String(id), title, group }));
    },
  };
}
