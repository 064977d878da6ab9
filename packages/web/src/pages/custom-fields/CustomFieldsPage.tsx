import type { CustomFieldType } from '@milepost/core/fields/custom-fields';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Hash, ListChecks, type LucideIcon, Plus, SlidersHorizontal, SquareChevronDown, Type } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useFreshOnChange } from '../../platform/live/live.ts';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import {
  type CustomFieldView,
  type GroupFields,
  groupFieldsQuery,
  setFieldArchived,
} from '../../modules/custom-fields/api.ts';
import { DefinitionsHead } from '../../modules/namespaces/DefinitionsHead.tsx';
import { itemTypes } from '../../modules/work-items/item-types.ts';
import { fieldTypeMessages } from '../../modules/custom-fields/messages.ts';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { PageBody } from '../../ui/page/Page.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { Tabs } from '../../ui/list/Tabs.tsx';
import { text } from '../../ui/text/text.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { FieldForm } from './FieldForm.tsx';
import { pageMessages as messages } from './messages.ts';
import styles from './CustomFieldsPage.module.css';
import { undoLabel } from '../../ui/text/messages.ts';

const icons: Readonly<Record<CustomFieldType, LucideIcon>> = {
  SINGLE_SELECT: SquareChevronDown,
  MULTI_SELECT: ListChecks,
  NUMBER: Hash,
  TEXT: Type,
};

/** The custom fields that a top-level group defines for all work items below it; in a subgroup, the inherited ones. */
export function CustomFieldsPage({ address: { fullPath } }: PageProps<'customFields'>) {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title), fullPath);
  const query = useQuery(groupFieldsQuery(fullPath));
  useFreshOnChange({ kind: 'group', fullPath }, (message) => (message.all ? [['customFields', fullPath]] : []));
  return (
    <PageBody>
      <QueryView query={query}>{(fields) => <Defined fullPath={fullPath} {...fields} />}</QueryView>
    </PageBody>
  );
}

function Defined({ fullPath, fields, mayDefine, isTopLevel, root }: GroupFields & { fullPath: string }) {
  const { formatMessage } = useIntl();
  const [{ status }, change] = usePageSearch('customFields');
  const [draft, setDraft] = useState<CustomFieldView | 'new' | null>(null);
  // Replacing the form would discard its unsaved input.
  const mayBegin = mayDefine && draft === null;
  const shown = fields.filter(({ active }) => active === (status === 'active'));
  const count = (isActive: boolean) => fields.filter(({ active }) => active === isActive).length;
  return (
    <>
      <DefinitionsHead
        messages={messages}
        action={
          mayBegin && (
            <Button kind="primary" icon={Plus} onClick={() => setDraft('new')}>
              <FormattedMessage {...messages.new} />
            </Button>
          )
        }
        isTopLevel={isTopLevel}
        root={root}
        toRoot={(path) => ({ page: 'customFields', fullPath: path })}
      />
      {draft !== null && (
        <FieldForm
          key={draft === 'new' ? 'new' : draft.id}
          groupPath={fullPath}
          field={draft === 'new' ? null : draft}
          onClose={() => setDraft(null)}
        />
      )}
      <Tabs
        label={formatMessage(messages.status)}
        tabs={[
          { value: 'active', label: formatMessage(messages.active), count: count(true) },
          { value: 'archived', label: formatMessage(messages.archived), count: count(false) },
        ]}
        value={status}
        onChange={(next) => change({ status: next })}
      >
        {shown.length === 0 ? (
          <NoFields status={status} />
        ) : (
          <Rows label={formatMessage(messages.title)}>
            {shown.map((field) => (
              <FieldRow
                key={field.id}
                field={field}
                groupPath={fullPath}
                mayDefine={mayDefine}
                onEdit={mayBegin ? () => setDraft(field) : null}
              />
            ))}
          </Rows>
        )}
      </Tabs>
    </>
  );
}

function NoFields({ status }: { status: 'active' | 'archived' }) {
  if (status === 'archived') return <EmptyState title={<FormattedMessage {...messages.noneArchived} />} />;
  return (
    <EmptyState icon={SlidersHorizontal} title={<FormattedMessage {...messages.none} />}>
      <FormattedMessage {...messages.noneWhy} />
    </EmptyState>
  );
}

interface FieldRowProps {
  field: CustomFieldView;
  groupPath: string;
  mayDefine: boolean;
  /** Null while editing is not possible. */
  onEdit: (() => void) | null;
}

function FieldRow({ field, groupPath, mayDefine, onEdit }: FieldRowProps) {
  const { formatMessage } = useIntl();
  const { name } = field;
  const { isSending, setArchived } = useArchiving(field, groupPath);
  const types = itemTypes.filter(({ id }) => field.workItemTypes.some((type) => type.id === id));
  const facts = [
    formatMessage(fieldTypeMessages[field.fieldType]),
    types.map(({ title }) => formatMessage(title)).join(', ') || formatMessage(messages.unused),
    field.selectOptions.map(({ value }) => value).join(', '),
  ];
  return (
    <Row
      before={<Icon of={icons[field.fieldType]} />}
      title={<b className={text.strong}>{name}</b>}
      note={facts.filter((fact) => fact !== '').join(' · ')}
      end={
        mayDefine && (
          <div className={styles.buttons}>
            {field.active && onEdit && (
              <Button size="small" aria-label={formatMessage(messages.editLabel, { name })} onClick={onEdit}>
                <FormattedMessage {...messages.edit} />
              </Button>
            )}
            <Button
              size="small"
              busy={isSending}
              aria-label={formatMessage(field.active ? messages.archiveLabel : messages.unarchiveLabel, { name })}
              onClick={() => void setArchived(field.active)}
            >
              <FormattedMessage {...(field.active ? messages.archive : messages.unarchive)} />
            </Button>
          </div>
        )
      }
    />
  );
}

/** Archiving loses nothing, so it needs no confirmation: it offers Undo. */
function useArchiving({ id, name }: CustomFieldView, groupPath: string) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  const setArchived = async (isArchived: boolean): Promise<void> => {
    setSending(true);
    try {
      await setFieldArchived(id, isArchived);
      await client.invalidateQueries({ queryKey: ['customFields', groupPath] });
      toast({
        text: formatMessage(isArchived ? messages.archivedNow : messages.unarchivedNow, { name }),
        action: { label: formatMessage(undoLabel), perform: () => void setArchived(!isArchived) },
      });
    } catch (error) {
      toast({ text: error instanceof Error && error.message !== '' ? error.message : formatMessage(messages.failed) });
    } finally {
      setSending(false);
    }
  };
  return { isSending, setArchived };
}
