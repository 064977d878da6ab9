import { templateProblems, templateTypes, type TemplateType } from '@milepost/core/text/description-templates';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileText, Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormFoot } from '../../platform/forms/FormFoot.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { useTitle } from '../../platform/navigation/title.tsx';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import {
  removeTemplate,
  saveTemplate,
  templateNamesQuery,
  templateText,
  type TemplateDraft,
  type TemplateName,
} from '../../modules/description-templates/api.ts';
import { TextEditor } from '../../modules/work-items/TextEditor.tsx';
import { itemMessages } from '../../modules/work-items/messages.ts';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Select, TextField } from '../../ui/field/Field.tsx';
import { defineMessages, undoLabel } from '../../ui/text/messages.ts';
import { PageBody, PageHead, pageLook } from '../../ui/page/Page.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { text } from '../../ui/text/text.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';

const messages = defineMessages({
  title: { id: 'templatesPage.title', defaultMessage: 'Description templates' },
  lead: {
    id: 'templatesPage.lead',
    defaultMessage: 'Use templates to start descriptions. Group templates are available in its subgroups and projects.',
  },
  new: { id: 'templatesPage.new', defaultMessage: 'New template' },
  none: { id: 'templatesPage.none', defaultMessage: 'No templates yet' },
  name: { id: 'templatesPage.name', defaultMessage: 'Name' },
  type: { id: 'templatesPage.type', defaultMessage: 'For' },
  content: { id: 'templatesPage.content', defaultMessage: 'Description' },
  save: { id: 'templatesPage.save', defaultMessage: 'Save template' },
  edit: { id: 'templatesPage.edit', defaultMessage: 'Edit' },
  editLabel: { id: 'templatesPage.editLabel', defaultMessage: 'Edit {name}' },
  remove: { id: 'templatesPage.remove', defaultMessage: 'Delete' },
  removeLabel: { id: 'templatesPage.removeLabel', defaultMessage: 'Delete {name}' },
  removed: { id: 'templatesPage.removed', defaultMessage: '{name} deleted' },
  from: { id: 'templatesPage.from', defaultMessage: '{type} · from {path}' },
  failed: { id: 'templatesPage.failed', defaultMessage: 'Something went wrong. Try again.' },
});

interface Edited {
  id: number | null;
  draft: TemplateDraft;
}

/** The description templates of a group or project. */
export function TemplatesPage({ address }: PageProps<'groupTemplates' | 'projectTemplates'>) {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title), address.fullPath);
  const namespace: NamespaceRef = {
    kind: address.page === 'groupTemplates' ? 'group' : 'project',
    fullPath: address.fullPath,
  };
  const query = useQuery({ ...templateNamesQuery(namespace, null), staleTime: 0 });
  const client = useQueryClient();
  const [edited, setEdited] = useState<Edited | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: ['description-templates'] });
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch {
      toast({ text: formatMessage(messages.failed) });
    }
  };
  const edit = (template: TemplateName): Promise<void> =>
    attempt(async () => {
      const { content } = await templateText(namespace, template.type, template.name);
      setEdited({ id: template.id, draft: { type: template.type, name: template.name, content } });
    });
  const remove = (template: TemplateName): Promise<void> =>
    attempt(async () => {
      const { content } = await templateText(namespace, template.type, template.name);
      await removeTemplate(namespace, template.id);
      await refresh();
      const draft = { type: template.type, name: template.name, content };
      const undo = (): Promise<void> => attempt(() => saveTemplate(namespace, null, draft).then(() => void refresh()));
      toast({
        text: formatMessage(messages.removed, { name: template.name }),
        action: { label: formatMessage(undoLabel), perform: () => void undo() },
      });
    });
  return (
    <PageBody>
      <QueryView query={query}>
        {({ templates, may_manage: mayManage }) => (
          <>
            <PageHead
              title={<FormattedMessage {...messages.title} />}
              actions={
                mayManage &&
                edited === null && (
                  <Button
                    kind="primary"
                    icon={Plus}
                    onClick={() => setEdited({ id: null, draft: { type: 'issue', name: '', content: '' } })}
                  >
                    <FormattedMessage {...messages.new} />
                  </Button>
                )
              }
            />
            <p className={text.quiet}>
              <FormattedMessage {...messages.lead} />
            </p>
            {edited && (
              <TemplateForm
                key={edited.id ?? 'new'}
                namespace={namespace}
                edited={edited}
                onClose={() => {
                  setEdited(null);
                  void refresh();
                }}
              />
            )}
            {templates.length === 0 ? (
              <EmptyState icon={FileText} title={<FormattedMessage {...messages.none} />} />
            ) : (
              <Rows label={formatMessage(messages.title)}>
                {templates.map((template) => (
                  <TemplateRow
                    key={template.id}
                    template={template}
                    mayManage={mayManage && !template.inherited}
                    // Replacing the form would discard its unsaved input.
                    onEdit={edited === null ? () => void edit(template) : null}
                    onRemove={() => void remove(template)}
                  />
                ))}
              </Rows>
            )}
          </>
        )}
      </QueryView>
    </PageBody>
  );
}

function TemplateRow({
  template: { name, type, inherited, full_path: path },
  mayManage,
  onEdit,
  onRemove,
}: {
  template: TemplateName;
  mayManage: boolean;
  /** Null while editing is not possible. */
  onEdit: (() => void) | null;
  onRemove(): void;
}) {
  const { formatMessage } = useIntl();
  const typeName = formatMessage(itemMessages[type]);
  return (
    <Row
      title={<b className={text.strong}>{name}</b>}
      note={inherited ? formatMessage(messages.from, { type: typeName, path }) : typeName}
      end={
        mayManage && (
          <span>
            {onEdit && (
              <Button size="small" aria-label={formatMessage(messages.editLabel, { name })} onClick={onEdit}>
                <FormattedMessage {...messages.edit} />
              </Button>
            )}{' '}
            <Button size="small" aria-label={formatMessage(messages.removeLabel, { name })} onClick={onRemove}>
              <FormattedMessage {...messages.remove} />
            </Button>
          </span>
        )
      }
    />
  );
}

function TemplateForm({ namespace, edited, onClose }: { namespace: NamespaceRef; edited: Edited; onClose(): void }) {
  const { formatMessage } = useIntl();
  const form = useForm<TemplateDraft>({
    initial: edited.draft,
    check: templateProblems,
    send: (draft) => saveTemplate(namespace, edited.id, draft),
  });
  const { values } = form;
  const types = templateTypes.filter((type) => namespace.kind === 'group' || type !== 'epic');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await form.submit()) onClose();
  };
  return (
    <form className={pageLook.form} noValidate onSubmit={(event) => void submit(event)}>
      <UnsavedGuard isUnsaved={form.isChanged} />
      <TextField
        name="name"
        label={formatMessage(messages.name)}
        autoFocus
        value={values.name}
        error={form.problemOf('name')}
        onChange={(event) => form.set({ name: event.target.value })}
      />
      {edited.id === null && (
        <Select
          name="type"
          label={formatMessage(messages.type)}
          value={values.type}
          onChange={(event) => form.set({ type: typeOf(event.target.value) })}
        >
          {types.map((type) => (
            <option key={type} value={type}>
              {formatMessage(itemMessages[type])}
            </option>
          ))}
        </Select>
      )}
      <TextEditor
        context={{ ...namespace, type: values.type, iid: null }}
        name="content"
        label={formatMessage(messages.content)}
        value={values.content}
        error={form.problemOf('content')}
        onChange={(content) => form.set({ content })}
      />
      <FormFoot form={form} send={messages.save} onCancel={onClose} />
    </form>
  );
}

const typeOf = (value: string): TemplateType => templateTypes.find((type) => type === value) ?? 'issue';
