import { useMutation, useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { endpoint } from '../../platform/api/endpoints.ts';
import { sendJson } from '../../platform/api/http.ts';
import { explorerMessages } from './messages.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { ErrorState } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { SearchField, TextArea } from '../../ui/field/Field.tsx';
import { PageBody, PageHead, Section } from '../../ui/page/Page.tsx';
import { fieldLine, introspection, type SchemaType, typesMatching } from './schema.ts';
import styles from './ExplorerPage.module.css';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  query: { id: 'explorer.query', defaultMessage: 'Query' },
  queryNote: {
    id: 'explorer.queryNote',
    defaultMessage: 'Press Ctrl+Enter or Cmd+Enter to run. Queries run as you. Mutations change data.',
  },
  variables: { id: 'explorer.variables', defaultMessage: 'Variables (JSON)' },
  variablesWrong: { id: 'explorer.variablesWrong', defaultMessage: 'The variables are not valid JSON' },
  run: { id: 'explorer.run', defaultMessage: 'Run' },
  answer: { id: 'explorer.answer', defaultMessage: 'Response' },
  noAnswer: { id: 'explorer.noAnswer', defaultMessage: 'Run a query to see its response here.' },
  schema: { id: 'explorer.schema', defaultMessage: 'Schema' },
  search: { id: 'explorer.search', defaultMessage: 'Search types and fields' },
  failed: { id: 'explorer.failed', defaultMessage: 'Could not load the schema' },
});

const example = `query {
  currentUser {
    username
  }
  groups(first: 5) {
    nodes {
      fullPath
      name
    }
  }
}
`;

/** An explorer for the GraphQL API, with the schema beside it. */
export function ExplorerPage() {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(explorerMessages.title));
  const [query, setQuery] = useState(example);
  const [variables, setVariables] = useState('');
  const values = readVariables(variables);
  const run = useMutation({
    mutationFn: () => sendJson<unknown>(endpoint('graphql'), { method: 'POST', body: { query, variables: values } }),
  });
  const runOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // A held key would run a mutation repeatedly.
    if (values !== undefined && !run.isPending && !event.repeat) run.mutate();
  };
  return (
    <PageBody>
      <PageHead
        title={<FormattedMessage {...explorerMessages.title} />}
        actions={
          <Button
            kind="primary"
            icon={Play}
            busy={run.isPending}
            aria-disabled={values === undefined}
            onClick={() => run.mutate()}
          >
            <FormattedMessage {...messages.run} />
          </Button>
        }
      />
      <div className={styles.panes}>
        <div className={styles.ask} onKeyDown={runOnEnter} role="presentation">
          <TextArea
            label={<FormattedMessage {...messages.query} />}
            note={<FormattedMessage {...messages.queryNote} />}
            value={query}
            rows={16}
            spellCheck={false}
            onChange={(event) => setQuery(event.target.value)}
          />
          <TextArea
            label={<FormattedMessage {...messages.variables} />}
            error={values === undefined && <FormattedMessage {...messages.variablesWrong} />}
            value={variables}
            rows={4}
            spellCheck={false}
            onChange={(event) => setVariables(event.target.value)}
          />
        </div>
        <Section title={<FormattedMessage {...messages.answer} />}>
          <pre className={styles.answer} aria-live="polite" tabIndex={0}>
            {answerText(run.data, run.error) ?? formatMessage(messages.noAnswer)}
          </pre>
        </Section>
      </div>
      <SchemaSection />
    </PageBody>
  );
}

function SchemaSection() {
  const { formatMessage } = useIntl();
  const [search, setSearch] = useState('');
  const schema = useQuery({ queryKey: ['schema'], queryFn: loadTypes, staleTime: Infinity });
  return (
    <Section title={<FormattedMessage {...messages.schema} />}>
      <SearchField label={formatMessage(messages.search)} value={search} onChange={setSearch} />
      {schema.isError && (
        <ErrorState onRetry={() => void schema.refetch()}>
          <FormattedMessage {...messages.failed} />
        </ErrorState>
      )}
      {typesMatching(schema.data ?? [], search).map((type) => (
        <details key={type.name} className={styles.type} open={search.length > 2}>
          <summary>{type.name}</summary>
          {type.description && <p>{type.description}</p>}
          <ul>
            {[...(type.fields ?? []), ...(type.inputFields ?? [])].map((field) => (
              <li key={field.name}>
                <code>{fieldLine(field)}</code>
              </li>
            ))}
            {type.enumValues?.map((value) => (
              <li key={value.name}>
                <code>{value.name}</code>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </Section>
  );
}

async function loadTypes({ signal }: { signal: AbortSignal }): Promise<readonly SchemaType[]> {
  const answer = await sendJson<{ data: { __schema: { types: SchemaType[] } } }>(endpoint('graphql'), {
    method: 'POST',
    body: { query: introspection },
    signal,
  });
  return answer.data.__schema.types;
}

/** Undefined when the text is not a JSON object. */
function readVariables(text: string): object | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function answerText(answer: unknown, error: Error | null): string | null {
  if (error) return error.message;
  return answer === undefined ? null : JSON.stringify(answer, null, 2);
}
