import { severityOf } from '@milepost/core/work-items';
import { builder } from '../../platform/graphql/builder.ts';
import { mutation } from '../../platform/graphql/mutations.ts';
import { updateWorkItem } from '../work-items/commands.ts';
import { SeverityEnum } from '../work-items/graphql/enums.ts';
import { findIssue } from '../work-items/graphql/issue-mutations.ts';
import { valuesReadField, valuesReadOf } from '../work-items/graphql/values-read.ts';
import { issueFaces, IssueRef } from '../work-items/graphql.ts';

/** Adds `severity` to every type that issues have in the schema. */
export function addSeverity(): void {
  for (const face of issueFaces) {
    builder.objectField(face, 'severity', (t) =>
      t.field({
        type: SeverityEnum,
        nullable: true,
        description: 'The severity of an incident; UNKNOWN for other types',
        resolve: severityOf,
      }),
    );
  }
  mutation('issueSetSeverity', {
    description: 'Sets the severity of an incident',
    input: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      severity: t.field({ type: SeverityEnum, required: true }),
      valuesRead: valuesReadField(t),
    }),
    resolve: async ({ projectPath, iid, severity, valuesRead }, ctx) => {
      const issue = await findIssue(ctx, projectPath, iid);
      return updateWorkItem(ctx, issue.id, { severity, valuesRead: valuesReadOf(valuesRead) });
    },
    payload: (t) => ({ issue: t.field({ type: IssueRef, nullable: true, resolve: ({ result }) => result }) }),
  });
}
