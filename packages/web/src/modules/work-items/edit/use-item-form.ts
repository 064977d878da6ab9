import { problemsOf, type WorkItemType } from '@milepost/core/work-items';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ConflictError, ValidationError, RequestError } from '../../../platform/api/errors.ts';
import { sentence } from '../../../platform/forms/form.ts';
import { goTo } from '../../../platform/navigation/navigation.ts';
import { toast } from '../../../ui/overlay/Toast.tsx';
import { itemTextQuery, saveItemText, type ItemText } from '../item-text.ts';
import { forgetDraft, keepDraft, readDraft } from './drafts.ts';

export interface ItemFormValues {
  title: string;
  description: string;
  type: WorkItemType;
}

export interface ItemForm {
  values: ItemFormValues;
  set(change: Partial<ItemFormValues>): void;
  /** Whether something differs from the loaded text. */
  isChanged: boolean;
  isUnsaved(): boolean;
  isSaving: boolean;
  isDraftStored: boolean;
  /** The error message of a refused field. */
  problemOf(field: 'title' | 'description'): string | undefined;
  failure: RequestError | null;
  /** The version that another user saved since this form was opened; null if there is none. */
  theirs: ItemText | null;
  /** The version that this form started from. */
  base: ItemText;
  /** The draft is based on an older text. */
  isDraftOutdated: boolean;
  keepOutdated(): void;
  discardOutdated(): void;
  /** Continues with the user's own text, or with theirs. */
  settle(choice: 'mine' | 'theirs'): void;
  /** True once saved. */
  save(): Promise<boolean>;
  /** Discards the draft. */
  drop(): void;
}

/** The edited item. */
export interface EditedItem {
  webPath: string;
  type: WorkItemType;
  /** Whether the viewer may turn it into an incident. */
  mayBeIncident?: boolean;
  /** The context in which references of its text are resolved. */
  uploadTarget: { project: string } | { group: string };
}

/** The form of an item. `first`: the text that the server returned. */
export function useItemForm({ webPath, type }: EditedItem, first: ItemText): ItemForm {
  const valuesOf = ({ title_text, description_text, issue_type }: ItemText): ItemFormValues => ({
    title: title_text,
    description: description_text,
    type: issue_type ?? type,
  });
  const client = useQueryClient();
  const now = useQuery(itemTextQuery(webPath)).data ?? first;
  const [base, setBase] = useState(first);
  const [start] = useState(() => ({ draft: readDraft(webPath), values: valuesOf(first) }));
  const [values, setValues] = useState<ItemFormValues>(() =>
    start.draft ? { ...start.values, title: start.draft.title, description: start.draft.description } : start.values,
  );
  const [isDraftOutdated, setOutdated] = useState(
    start.draft !== null && start.draft.lockVersion !== first.lock_version,
  );
  const [isDraftStored, setKept] = useState(start.draft !== null);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [problems, setProblems] = useState<Readonly<Record<string, readonly string[]>>>({});
  const own = valuesOf(base);
  const isChanged = values.title !== own.title || values.description !== own.description || values.type !== own.type;
  const isOvertaken = now.title_text !== base.title_text || now.description_text !== base.description_text;
  // Current at any time, because the page may be left right after saving.
  const unsaved = useRef(false);
  useEffect(() => {
    unsaved.current = isChanged;
  }, [isChanged]);
  useEffect(() => {
    if (!isChanged) return undefined;
    const { title, description } = values;
    const timer = setTimeout(
      () => setKept(keepDraft(webPath, { title, description, lockVersion: base.lock_version })),
      300,
    );
    return () => clearTimeout(timer);
  }, [values, isChanged, webPath, base.lock_version]);

  const drop = (): void => {
    forgetDraft(webPath);
    unsaved.current = false;
  };
  const begin = (text: ItemText, next: ItemFormValues): void => {
    setBase(text);
    setValues(next);
    setFailure(null);
    setProblems({});
  };
  return {
    values,
    isChanged,
    isUnsaved: () => unsaved.current,
    isSaving,
    isDraftStored: isDraftStored && isChanged,
    failure,
    base,
    theirs: isOvertaken ? now : null,
    isDraftOutdated,
    problemOf: (field) => sentence(problems[field]),
    set(change) {
      setKept(false);
      setValues((before) => ({ ...before, ...change }));
    },
    keepOutdated: () => setOutdated(false),
    discardOutdated() {
      setOutdated(false);
      drop();
      begin(now, valuesOf(now));
    },
    settle(choice) {
      const theirs = valuesOf(now);
      begin(now, choice === 'mine' ? withOwnChanges(theirs, own, values) : theirs);
    },
    async save() {
      const found = problemsOf({ title: values.title, description: values.description });
      setProblems(found ?? {});
      setFailure(null);
      if (found) return false;
      setSaving(true);
      try {
        const saved = await saveItemText(webPath, {
          title: values.title,
          description: values.description,
          lock_version: base.lock_version,
          ...(values.type !== own.type && mayBecome(values.type) && { issue_type: values.type }),
        });
        drop();
        client.setQueryData(itemTextQuery(webPath).queryKey, saved);
        for (const key of [type === 'epic' ? 'epic' : 'issue', 'epics', 'issues', 'activity', 'children'])
          void client.invalidateQueries({ queryKey: [key] });
        toastActions(saved);
        leaveFor(saved, base);
        return true;
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        // A conflict: their text shows the rest.
        if (error instanceof ConflictError) await client.refetchQueries({ queryKey: itemTextQuery(webPath).queryKey });
        else if (error instanceof ValidationError) setProblems(error.fields);
        setFailure(error);
        return false;
      } finally {
        setSaving(false);
      }
    },
    drop,
  };
}

/** Their version, except for the fields that the user changed: untouched fields must not be reverted. */
function withOwnChanges(theirs: ItemFormValues, before: ItemFormValues, mine: ItemFormValues): ItemFormValues {
  return {
    title: mine.title === before.title ? theirs.title : mine.title,
    description: mine.description === before.description ? theirs.description : mine.description,
    type: mine.type === before.type ? theirs.type : mine.type,
  };
}

const mayBecome = (type: WorkItemType): type is 'issue' | 'incident' => type === 'issue' || type === 'incident';

/** The results and errors of quick actions. */
function toastActions({ quick_actions: actions }: ItemText): void {
  const sentences = [...(actions?.messages ?? []), ...(actions?.errors ?? [])];
  if (sentences.length > 0) toast({ text: sentences.join(' ') });
}

/** The address of an issue depends on its type. */
function leaveFor(saved: ItemText, before: ItemText): void {
  if (saved.web_url === before.web_url && saved.issue_type === before.issue_type) return;
  const isThere = saved.web_url === before.web_url;
  goTo(new URL(saved.web_url).pathname, { replace: isThere, anew: isThere });
}
