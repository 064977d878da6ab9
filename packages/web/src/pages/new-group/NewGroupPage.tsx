import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { createGroup, groupQuery, type RestGroup } from '../../modules/namespaces/api.ts';
import { defineMessages } from '../../ui/text/messages.ts';
import { NamespaceForm } from './NamespaceForm.tsx';

const messages = defineMessages({
  title: { id: 'newGroup.title', defaultMessage: 'New group' },
  subgroupTitle: { id: 'newGroup.subgroupTitle', defaultMessage: 'New subgroup of {parent}' },
  create: { id: 'newGroup.create', defaultMessage: 'Create group' },
});

/** Creates a group, or with `?parent=full/path` a subgroup. */
export function NewGroupPage() {
  const [{ parent: parentPath }] = usePageSearch('newGroup');
  const query = useQuery({ ...groupQuery(parentPath), enabled: parentPath !== '' });
  if (parentPath === '') return <NewGroup parent={null} />;
  return <QueryView query={query}>{(parent) => <NewGroup parent={parent} />}</QueryView>;
}

function NewGroup({ parent }: { parent: RestGroup | null }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const title = parent ? formatMessage(messages.subgroupTitle, { parent: parent.name }) : formatMessage(messages.title);
  useTitle(title);
  return (
    <NamespaceForm
      title={title}
      create={<FormattedMessage {...messages.create} />}
      parent={parent}
      prefix={parent ? `/groups/${parent.full_path}/` : '/groups/'}
      send={async (draft) => {
        const group = await createGroup(parent ? { ...draft, parent_id: parent.id } : draft);
        void client.invalidateQueries({ queryKey: [parent ? 'subgroups' : 'groups'] });
        return { page: 'group', fullPath: group.full_path };
      }}
    />
  );
}
