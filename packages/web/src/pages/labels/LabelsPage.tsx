import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus, Tag } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from '../../platform/navigation/Link.tsx';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { useTitle } from '../../platform/navigation/title.tsx';
import { useSearchText } from '../../platform/navigation/use-search-text.ts';
import { labelsPages, type RestLabel } from '../../modules/labels/api.ts';
import { CreateLabel } from '../../modules/labels/CreateLabel.tsx';
import { LabelBell } from '../../modules/labels/LabelBell.tsx';
import { LabelChip } from '../../modules/labels/LabelChip.tsx';
import { useNamespaceAccess } from '../../modules/namespaces/permissions.ts';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { SearchField } from '../../ui/field/Field.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { Row, Rows, RowTools } from '../../ui/list/Rows.tsx';
import { Count, text } from '../../ui/text/text.tsx';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  title: { id: 'labelsPage.title', defaultMessage: 'Labels' },
  search: { id: 'labelsPage.search', defaultMessage: 'Search labels' },
  none: { id: 'labelsPage.none', defaultMessage: 'No labels found' },
  noneWhy: {
    id: 'labelsPage.noneWhy',
    defaultMessage: 'Labels categorize epics and issues.',
  },
  newLabel: { id: 'labelsPage.newLabel', defaultMessage: 'New label' },
  epics: { id: 'labelsPage.epics', defaultMessage: 'Epics' },
  openIssues: {
    id: 'labelsPage.openIssues',
    defaultMessage: '{count, plural, one {# open issue} other {# open issues}}',
  },
});

/** The labels of a group or project. */
export function LabelsPage({ address }: PageProps<'groupLabels' | 'projectLabels'>) {
  const { formatMessage } = useIntl();
  const kind = address.page === 'groupLabels' ? 'group' : 'project';
  useTitle(formatMessage(messages.title), address.fullPath);
  const search = useSearchText();
  const query = useInfiniteQuery({
    ...labelsPages(kind, address.fullPath, search.text),
    placeholderData: (before) => before,
  });
  const total = query.data?.pages[0]?.total ?? null;
  return (
    <PageBody>
      <PageHead title={<FormattedMessage {...messages.title} />} after={total !== null && <Count value={total} />} />
      <RowTools>
        <SearchField label={formatMessage(messages.search)} value={search.typed} onChange={search.type} />
      </RowTools>
      <QueryView query={query}>
        {({ pages }) => {
          const labels = pages.flatMap((page) => page.items);
          if (labels.length === 0) {
            return (
              <EmptyState
                icon={Tag}
                title={<FormattedMessage {...messages.none} />}
                actions={
                  <NewLabel
                    namespace={{ kind, fullPath: address.fullPath }}
                    title={search.text}
                    onCreated={() => void query.refetch()}
                  />
                }
              >
                {search.text === '' && <FormattedMessage {...messages.noneWhy} />}
              </EmptyState>
            );
          }
          return (
            <Rows label={formatMessage(messages.title)}>
              {labels.map((label) => (
                <Row
                  key={label.id}
                  title={<LabelChip size="large" label={{ title: label.name, color: label.color }} />}
                  note={label.description}
                  end={
                    <>
                      <ItemsWith label={label} kind={kind} fullPath={address.fullPath} />
                      <LabelBell label={label} namespace={{ kind, fullPath: address.fullPath }} />
                    </>
                  }
                />
              ))}
            </Rows>
          );
        }}
      </QueryView>
      <MorePages query={query} />
    </PageBody>
  );
}

interface NewLabelProps {
  namespace: NamespaceRef;
  title: string;
  onCreated(): void;
}

/** Creates the first label; shown to those who may create labels. */
function NewLabel({ namespace, title, onCreated }: NewLabelProps) {
  const may = useNamespaceAccess(namespace);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  if (!may.adminLabel) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button ref={setButton} kind="primary" icon={Plus} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <FormattedMessage {...messages.newLabel} />
      </Button>
      {button && isOpen && (
        <CreateLabel
          namespace={namespace}
          anchor={button}
          title={title}
          onBack={close}
          onClose={close}
          onCreated={() => {
            close();
            onCreated();
          }}
        />
      )}
    </>
  );
}

function ItemsWith({ label, kind, fullPath }: { label: RestLabel; kind: 'group' | 'project'; fullPath: string }) {
  const search = { 'label_name[]': [label.name] };
  const issues = label.open_issues_count ?? 0;
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
      {kind === 'group' && (
        <Link className={text.link} to={{ page: 'epics', fullPath }} search={search}>
          <FormattedMessage {...messages.epics} />
        </Link>
      )}
    </>
  );
}
