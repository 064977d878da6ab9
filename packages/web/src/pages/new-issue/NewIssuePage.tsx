import { problemsOf } from '@milepost/core/work-items';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { goTo } from '../../platform/navigation/navigation.ts';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import type { Address } from '../../platform/navigation/addresses.ts';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { useSearchParameters } from '../../platform/navigation/use-search.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { useAttachments } from '../../modules/uploads/use-attachments.tsx';
import {
  areFieldsRight,
  NewFields,
  newFieldInputs,
  useFieldsOf,
  type NewFieldTexts,
} from '../../modules/custom-fields/NewFields.tsx';
import { type IssueProject, storeLastProject } from '../../modules/hierarchy/forms/new-issue-projects.ts';
import type { ShownLabel } from '../../modules/labels/api.ts';
import { LabelsWidget } from '../../modules/labels/LabelsWidget.tsx';
import { AssigneesWidget } from '../../modules/work-items/sidebar/AssigneesWidget.tsx';
import {
  milestoneOption,
  milestonesOf,
  type OptionOf,
  type ShownEpic,
  type ShownMilestone,
  type ShownPerson,
} from '../../modules/work-items/sidebar/options.tsx';
import { ParentWidget } from '../../modules/work-items/sidebar/ParentWidget.tsx';
import { PickWidget } from '../../modules/work-items/sidebar/PickWidget.tsx';
import { sidebarMessages } from '../../modules/work-items/sidebar/messages.ts';
import { theNamed } from '../../modules/work-items/new/named.ts';
import { MayCreate } from '../../modules/work-items/new/MayCreate.tsx';
import { NewItemHead, NewItemText } from '../../modules/work-items/new/NewItemText.tsx';
import { useNewBeginning, useNewDraft } from '../../modules/work-items/new/use-new-draft.ts';
import { itemMessages } from '../../modules/work-items/messages.ts';
import { issueDraftQuery, vulnerabilitiesKey } from '../../modules/vulnerabilities/api.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { DateField } from '../../ui/field/DateField.tsx';
import { Checkbox, Select, TextField } from '../../ui/field/Field.tsx';
import { cancelLabel, defineMessages } from '../../ui/text/messages.ts';
import { FieldPair, PageBody, pageLook } from '../../ui/page/Page.tsx';
import { text } from '../../ui/text/text.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { groupPathOf } from './carry-over.ts';
import { EmailNewIssue } from './EmailNewIssue.tsx';
import { ProjectChoice } from './ProjectChoice.tsx';
import { createIssue, linkIssues, namedMilestoneQuery, type NewIssueType } from './api.ts';

export const newIssueMessages = defineMessages({
  title: { id: 'newIssue.title', defaultMessage: 'New issue' },
  type: { id: 'newIssue.type', defaultMessage: 'Type' },
  due: { id: 'newIssue.due', defaultMessage: 'Due date' },
  weight: { id: 'newIssue.weight', defaultMessage: 'Weight' },
  weightWrong: { id: 'newIssue.weightWrong', defaultMessage: 'must be a whole number, 0 or more' },
  confidential: { id: 'newIssue.confidential', defaultMessage: 'Confidential' },
  confidentialNote: {
    id: 'newIssue.confidentialNote',
    defaultMessage: 'Visible only to its author, its assignees and members with at least the Planner role.',
  },
  related: { id: 'newIssue.related', defaultMessage: 'The new issue will relate to #{iid}.' },
  notRelated: { id: 'newIssue.notRelated', defaultMessage: 'The issue was created but could not be linked to #{iid}.' },
  loading: { id: 'newIssue.loading', defaultMessage: 'Loading projects' },
  create: { id: 'newIssue.create', defaultMessage: 'Create issue' },
  cancel: cancelLabel,
});

const messages = newIssueMessages;

/** Creates an issue in a project. */
export function NewIssuePage({ address: { fullPath } }: PageProps<'newIssue'>) {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title), fullPath);
  const [{ vulnerability_id: vulnerabilityId }] = usePageSearch('newIssue');
  return (
    <MayCreate namespace={{ kind: 'project', fullPath }}>
      {vulnerabilityId === '' ? (
        <NewIssue fullPath={fullPath} />
      ) : (
        <NewIssueAboutVulnerability fullPath={fullPath} number={vulnerabilityId} />
      )}
    </MayCreate>
  );
}

/** The form begins with what the vulnerability says, and the issue is confidential. */
function NewIssueAboutVulnerability({ fullPath, number }: { fullPath: string; number: string }) {
  // A changed report must not replace what was typed.
  const query = useQuery({ ...issueDraftQuery(number), staleTime: Number.POSITIVE_INFINITY });
  return (
    <QueryView query={query}>
      {(draft) => (
        <NewIssue fullPath={fullPath} about={{ vulnerabilityId: `gid://gitlab/Vulnerability/${number}`, ...draft }} />
      )}
    </QueryView>
  );
}

export interface NewIssueProps {
  /** Of the project. */
  fullPath: string;
  /** The form was opened from a group; `choose` changes the project, null where there is no other. */
  group?: { fullPath: string; project: IssueProject; choose: ((project: IssueProject) => void) | null };
  /** The vulnerability from which it is created. */
  about?: { vulnerabilityId: string; title: string; description: string };
}

/** The form; the input stays when the project changes. */
export function NewIssue({ fullPath, group, about }: NewIssueProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const created = useRef('');
  const formId = useId();
  const [parameters] = useSearchParameters();
  const [search] = usePageSearch(group ? 'newGroupIssue' : 'newIssue');
  const related = search.add_related_issue;
  const groupPath = groupPathOf(fullPath);
  const back: Address = group ? { page: 'groupIssues', fullPath: group.fullPath } : { page: 'issues', fullPath };
  const namedQuery = namedMilestoneQuery(fullPath, search['issue[milestone_id]'].trim());
  const named = useQuery(namedQuery).data ?? null;
  const givenType: NewIssueType =
    search['issue[issue_type]'].trim().toLowerCase() === 'incident' ? 'incident' : 'issue';
  const noTexts: NewFieldTexts = {};
  const beginning = useNewBeginning(
    group ? `/groups/${group.fullPath}/-/issues/new` : `/${fullPath}/-/issues/new`,
    parameters,
    {
      title: search['issue[title]'].trim() || (about?.title ?? ''),
      description: search['issue[description]'] || (about?.description ?? ''),
    },
  );
  const form = useForm({
    initial: {
      type: givenType,
      ...beginning.text,
      due: search['issue[due_date]'],
      weight: search['issue[weight]'],
      confidential: about !== undefined || search['issue[confidential]'] === 'true',
      people: [] as ShownPerson[],
      labels: [] as ShownLabel[],
      /** Undefined: the one in the URL. */
      milestone: undefined as ShownMilestone | null | undefined,
      parent: null as ShownEpic | null,
      fieldTexts: noTexts,
    },
    check: ({ title, description, weight, fieldTexts }) => ({
      ...problemsOf({ title, description }),
      ...(/^\d*$/.test(weight) ? {} : { weight: [formatMessage(messages.weightWrong)] }),
      ...(areFieldsRight(fields, fieldTexts) ? {} : { fieldTexts: [''] }),
    }),
    async send({ people, labels, milestone, parent, fieldTexts, ...draft }) {
      created.current = await createIssue(fullPath, {
        ...draft,
        assigneeIds: people.map(({ id }) => id),
        labelIds: labels.map(({ id }) => id),
        milestoneId: (milestone === undefined ? await theNamed(client, namedQuery) : milestone)?.id ?? null,
        parentId: parent ? parent.id.replace('/Epic/', '/WorkItem/') : null,
        customFields: newFieldInputs(fields, fieldTexts),
        vulnerabilityId: about?.vulnerabilityId ?? null,
      });
      if (related) {
        // The issue exists by now; a failed link can be added on its page.
        await linkIssues(fullPath, created.current, related).catch(() =>
          toast({ text: formatMessage(messages.notRelated, { iid: related }) }),
        );
      }
      storeLastProject(fullPath);
      void client.invalidateQueries({ queryKey: ['issues'] });
      if (about) void client.invalidateQueries({ queryKey: vulnerabilitiesKey });
    },
  });
  const draft = useNewDraft(beginning, form, parameters);
  const attachments = useAttachments({ project: fullPath });
  const fields = useFieldsOf(groupPath, form.values.type);
  const home: NamespaceRef = { kind: 'project', fullPath };
  /** The selectors write to the form's state. */
  const put = (change: Partial<typeof form.values>): Promise<void> => {
    form.set(change);
    return Promise.resolve();
  };
  const milestone = form.values.milestone === undefined ? named : form.values.milestone;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (attachments.isUploading || !(await form.submit())) return;
    draft.forget();
    goTo(created.current, { replace: true });
  };
  return (
    <PageBody width="form">
      <NewItemHead title={<FormattedMessage {...messages.title} />} isUnsaved={form.isChanged} draft={draft} />
      <form id={formId} className={pageLook.form} noValidate onSubmit={(event) => void submit(event)}>
        {group?.choose && (
          <ProjectChoice
            groupPath={group.fullPath}
            project={group.project}
            values={{ ...form.values, milestone }}
            fields={fields}
            onChange={(project, values) => {
              form.set(values);
              group.choose?.(project);
            }}
          />
        )}
        <NewItemText
          form={form}
          context={{ kind: 'project', fullPath, type: 'issue', iid: null, isConfidential: form.values.confidential }}
          draft={draft}
          attachments={attachments}
        >
          <Select
            name="type"
            label={formatMessage(messages.type)}
            value={form.values.type}
            onChange={({ target }) => form.set({ type: target.value === 'incident' ? 'incident' : 'issue' })}
          >
            <option value="issue">{formatMessage(itemMessages.issue)}</option>
            <option value="incident">{formatMessage(itemMessages.incident)}</option>
          </Select>
        </NewItemText>
        <FieldPair>
          <DateField
            name="due"
            label={formatMessage(messages.due)}
            clearable
            value={form.values.due}
            error={form.problemOf('due')}
            onChange={(due) => form.set({ due })}
          />
          <TextField {...form.textField('weight')} label={formatMessage(messages.weight)} inputMode="numeric" />
        </FieldPair>
        <Checkbox
          label={formatMessage(messages.confidential)}
          note={formatMessage(messages.confidentialNote)}
          name="confidential"
          checked={form.values.confidential}
          onChange={(event) => form.set({ confidential: event.target.checked })}
        />
        <NewFields fields={fields} texts={form.values.fieldTexts} onChange={(fieldTexts) => form.set({ fieldTexts })} />
      </form>
      {/* The selectors contain forms, which cannot be nested in another form. */}
      <AssigneesWidget people={form.values.people} home={home} mayEdit onSave={(people) => put({ people })} />
      <LabelsWidget
        namespace={home}
        labels={form.values.labels}
        mayEdit
        onSave={(_change, labels) => put({ labels })}
      />
      <PickWidget
        name={formatMessage(sidebarMessages.milestone)}
        mayEdit
        empty={formatMessage(sidebarMessages.none)}
        none={formatMessage(sidebarMessages.noMilestone)}
        failed={formatMessage(sidebarMessages.saveFailed)}
        fetchFailed={formatMessage(sidebarMessages.milestonesFailed)}
        chosen={milestone ? [milestoneOption(milestone)] : []}
        options={milestonesOf(home)}
        onSave={([option]) => put({ milestone: option ? (option as OptionOf<ShownMilestone>).shown : null })}
        value={milestone?.title}
      />
      <ParentWidget
        name={formatMessage(sidebarMessages.epic)}
        parent={form.values.parent}
        home={home}
        mayEdit
        onSave={(_id, parent) => put({ parent })}
      />
      <div className={pageLook.form}>
        {related && (
          <p className={text.quiet}>
            <FormattedMessage {...messages.related} values={{ iid: related }} />
          </p>
        )}
        <FormFailure failure={form.failure} />
        <div className={pageLook.formActions}>
          <Button type="submit" form={formId} kind="primary" busy={form.isSending} disabled={attachments.isUploading}>
            <FormattedMessage {...messages.create} />
          </Button>
          <ButtonLink to={back}>
            <FormattedMessage {...messages.cancel} />
          </ButtonLink>
        </div>
      </div>
      <EmailNewIssue fullPath={fullPath} />
    </PageBody>
  );
}
