import { useFeature } from '../../platform/session/features.ts';
import { scopedTitle } from '@milepost/core/labels';
import { useInfiniteQuery } from '@tanstack/react-query';
import { GripVertical, Plus, Tag } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useFreshOnChange } from '../../platform/live/live.ts';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { useSearchText } from '../../platform/navigation/use-search-text.ts';
import { labelsKey, labelsPages, type RestLabel } from '../../modules/labels/api.ts';
import { LabelActions } from '../../modules/labels/LabelActions.tsx';
import { LabelBell } from '../../modules/labels/LabelBell.tsx';
import { LabelChip } from '../../modules/labels/LabelChip.tsx';
import { LabelForm } from '../../modules/labels/LabelForm.tsx';
import { labelPageMessages } from '../../modules/labels/page-messages.ts';
import { useNamespaceAccess } from '../../modules/namespaces/permissions.ts';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { SearchField } from '../../ui/field/Field.tsx';
import { Row, Rows, RowTools } from '../../ui/list/Rows.tsx';
import { PageBody, PageHead, Section } from '../../ui/page/Page.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { Count, text } from '../../ui/text/text.tsx';
import { PRIORITIZED, usePriorities } from './use-priorities.ts';

const messages = defineMessages({
  title: { id: 'labelsPage.title', defaultMessage: 'Labels' },
  search: { id: 'labelsPage.search', defaultMessage: 'Search labels' },
  none: { id: 'labelsPage.none', defaultMessage: 'No labels found' },
  noneWhy: {
    id: 'labelsPage.noneWhy',
    defaultMessage: 'Labels categorize epics and issues.',
  },
  openEpics: {
    id: 'labelsPage.openEpics',
    defaultMessage: '{count, plural, one {# open epic} other {# open epics}}',
  },
  openIssues: {
    id: 'labelsPage.openIssues',
    defaultMessage: '{count, plural, one {# open issue} other {# open issues}}',
  },
  prioritized: { id: 'labelsPage.prioritized', defaultMessage: 'Prioritized' },
  noScope: { id: 'labelsPage.noScope', defaultMessage: 'No scope' },
});

/** A heading and the labels below it. `key`: the scope; empty without one; null for prioritized labels. */
interface LabelGroup {
  key: string | null;
  labels: RestLabel[];
}

/** The labels in the order of the server: prioritized, by scope, without a scope. */
function groupsOf(labels: readonly RestLabel[], isScoping: boolean): LabelGroup[] {
  const groups: LabelGroup[] = [];
  for (const label of labels) {
    const key = typeof label.priority === 'number' ? null : (isScoping && scopedTitle(label.name)?.scope) || '';
    const last = groups.at(-1);
    if (last && last.key?.toLowerCase() === key?.toLowerCase()) last.labels.push(label);
    else groups.push({ key, labels: [label] });
  }
  return groups;
}

/** The labels of a group or project, with those of the groups above. */
export function LabelsPage({ address }: PageProps<'groupLabels' | 'projectLabels'>) {
  const { formatMessage } = useIntl();
  const { fullPath } = address;
  const namespace: NamespaceRef = { kind: address.page === 'groupLabels' ? 'group' : 'project', fullPath };
  useTitle(formatMessage(messages.title), fullPath);
  const may = useNamespaceAccess(namespace);
  const search = useSearchText();
  const [isCreating, setCreating] = useState(false);
  const query = useInfiniteQuery({
    ...labelsPages(namespace.kind, fullPath, search.text),
    placeholderData: (before) => before,
  });
  useFreshOnChange(namespace, ({ all, labels }) => (all || labels.length > 0 ? [labelsKey(namespace)] : []));
  const total = query.data?.pages[0]?.total ?? null;
  const isEmpty = total === 0 && search.text === '';
  const create = may.adminLabel && (
    <Button kind="primary" icon={Plus} aria-haspopup="dialog" onClick={() => setCreating(true)}>
      <FormattedMessage {...labelPageMessages.new} />
    </Button>
  );
  return (
    <PageBody>
      <PageHead
        title={<FormattedMessage {...messages.title} />}
        after={total !== null && <Count value={total} />}
        // Not before it is known where the button stands: it would move, and lose the focus.
        actions={!query.isPending && !isEmpty && create}
      />
      <RowTools>
        <SearchField label={formatMessage(messages.search)} value={search.typed} onChange={search.type} />
      </RowTools>
      <QueryView query={query}>
        {({ pages }) => {
          const labels = pages.flatMap((page) => page.items);
          if (labels.length === 0) {
            return (
              <EmptyState icon={Tag} title={<FormattedMessage {...messages.none} />} actions={isEmpty && create}>
                {search.text === '' && <FormattedMessage {...messages.noneWhy} />}
              </EmptyState>
            );
          }
          return <Groups labels={labels} namespace={namespace} isManager={may.adminLabel ?? false} />;
        }}
      </QueryView>
      <MorePages query={query} />
      {isCreating && <LabelForm namespace={namespace} label={null} onClose={() => setCreating(false)} />}
    </PageBody>
  );
}

interface GroupsProps {
  labels: readonly RestLabel[];
  namespace: NamespaceRef;
  isManager: boolean;
}

function Groups({ labels, namespace, isManager }: GroupsProps) {
  const { formatMessage } = useIntl();
  const { kind, fullPath } = namespace;
  const parent = fullPath.slice(0, fullPath.lastIndexOf('/'));
  const above = useNamespaceAccess(kind === 'project' && isManager ? { kind: 'group', fullPath: parent } : null);
  const isScoping = useFeature('scoped_labels');
  const groups = groupsOf(labels, isScoping);
  const priorities = usePriorities(namespace, groups.find(({ key }) => key === null)?.labels ?? []);
  const titleOf = (key: string | null): string =>
    key === null ? formatMessage(messages.prioritized) : key === '' ? formatMessage(messages.noScope) : `${key}::`;
  return groups.map(({ key, labels: members }) => (
    <Section key={key ?? ' '} title={titleOf(key)} after={<Count value={members.length} />}>
      <Rows label={titleOf(key)}>
        {members.map((label) => {
          const isOwn = label.origin === undefined || label.origin.full_path === fullPath;
          const mayEdit = isManager && isOwn;
          const mayOrder = mayEdit && kind === 'project';
          return (
            <Row
              key={label.id}
              before={
                mayOrder && (
                  <IconButton
                    icon={GripVertical}
                    size="small"
                    label={formatMessage(labelPageMessages.move, { title: label.name })}
                    {...(key === null && { [PRIORITIZED]: label.id })}
                    data-selected={priorities.draggedId === label.id || undefined}
                    style={{ touchAction: 'none' }}
                    onKeyDown={(event) => priorities.onKeyDown(event, label)}
                    onPointerDown={(event) => priorities.onPointerDown(event, label)}
                  />
                )
              }
              title={
                <>
                  <LabelChip size="large" label={{ title: label.name, color: label.color }} />{' '}
                  {label.archived && (
                    <Badge>
                      <FormattedMessage {...labelPageMessages.archived} />
                    </Badge>
                  )}
                </>
              }
              note={<Note label={label} isOwn={isOwn} />}
              end={
                <>
                  <ItemsWith label={label} namespace={namespace} />
                  <LabelBell label={label} namespace={namespace} />
                  {mayEdit && (
                    <LabelActions
                      label={label}
                      namespace={namespace}
                      mayPromote={kind === 'project' && (above.adminLabel ?? false)}
                      onPrioritize={mayOrder ? () => priorities.toggle(label) : undefined}
                    />
                  )}
                </>
              }
            />
          );
        })}
      </Rows>
    </Section>
  ));
}

function Note({ label: { description, origin }, isOwn }: { label: RestLabel; isOwn: boolean }) {
  if (isOwn || !origin) return description;
  return (
    <>
      {description && `${description} · `}
      <Link
        className={text.link}
        to={{ page: origin.kind === 'group' ? 'groupLabels' : 'projectLabels', fullPath: origin.full_path }}
      >
        {origin.full_path}
      </Link>
    </>
  );
}

function ItemsWith({ label, namespace: { kind, fullPath } }: { label: RestLabel; namespace: NamespaceRef }) {
  const search = { 'label_name[]': [label.name] };
  const issues = label.open_issues_count ?? 0;
  const epics = label.open_epics_count ?? 0;
  return (
    <>
      {issues > 0 && (
        <Link
          className={text.link}
          to={{ page: kind === 'group' ? 'groupIssues' : 'issues', fullPath }}
          search={search}
        >
          <FormattedMessage {...messages.openIssues} values={{ count: issues }} />
        </Link>
      )}
      {kind === 'group' && epics > 0 && (
        <Link className={text.link} to={{ page: 'epics', fullPath }} search={search}>
          <FormattedMessage {...messages.openEpics} values={{ count: epics }} />
        </Link>
      )}
    </>
  );
}
