import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderKanban } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { createProject, groupQuery, type RestGroup } from '../../modules/namespaces/api.ts';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { NamespaceForm } from './NamespaceForm.tsx';

const messages = defineMessages({
  newProject: { id: 'newProject.page', defaultMessage: 'New project' },
  title: { id: 'newProject.title', defaultMessage: 'New project in {parent}' },
  create: { id: 'newProject.create', defaultMessage: 'Create project' },
  choose: { id: 'newProject.choose', defaultMessage: 'Choose a group first' },
  chooseWhy: {
    id: 'newProject.chooseWhy',
    defaultMessage: 'Projects belong to a group. Open a group, then create the project there.',
  },
  groups: { id: 'newProject.groups', defaultMessage: 'Go to your groups' },
});

/** Creates a project in the group named by `?parent=full/path`. */
export function NewProjectPage() {
  const { formatMessage } = useIntl();
  const [{ parent: parentPath }] = usePageSearch('newProject');
  useTitle(formatMessage(messages.newProject));
  const query = useQuery({ ...groupQuery(parentPath), enabled: parentPath !== '' });
  if (parentPath === '') {
    return (
      <EmptyState
        heading="h1"
        icon={FolderKanban}
        title={<FormattedMessage {...messages.choose} />}
        actions={
          <ButtonLink to={{ page: 'home' }}>
            <FormattedMessage {...messages.groups} />
          </ButtonLink>
        }
      >
        <FormattedMessage {...messages.chooseWhy} />
      </EmptyState>
    );
  }
  return <QueryView query={query}>{(parent) => <NewProject parent={parent} />}</QueryView>;
}

function NewProject({ parent }: { parent: RestGroup }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const title = formatMessage(messages.title, { parent: parent.name });
  useTitle(formatMessage(messages.newProject), parent.full_path);
  return (
    <NamespaceForm
      title={title}
      create={<FormattedMessage {...messages.create} />}
      parent={parent}
      prefix={`/${parent.full_path}/`}
      send={async (draft) => {
        const project = await createProject({ ...draft, namespace_id: parent.id });
        void client.invalidateQueries({ queryKey: ['group-projects'] });
        return { page: 'project', fullPath: project.path_with_namespace };
      }}
    />
  );
}
