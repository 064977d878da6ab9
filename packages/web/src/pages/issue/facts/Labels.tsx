import { present } from '../../../platform/api/graphql.ts';
import { LabelsWidget } from '../../../modules/labels/LabelsWidget.tsx';
import type { FactProps } from './fact.ts';

export function Labels({ issue, home, mayEdit, save }: FactProps) {
  return (
    <LabelsWidget
      namespace={home}
      labels={present(issue.labels?.nodes)}
      mayEdit={mayEdit}
      onSave={(labelsWidget, nodes) =>
        save({ labelsWidget }, (view) => ({
          ...view,
          labels: { nodes: nodes.map((label) => ({ description: null, ...label })) },
        }))
      }
    />
  );
}
