import type { TemplateType } from '@milepost/core/text/description-templates';
import type { NamespaceId, TemplateId } from '@milepost/core/ids';
import type { Generated, GeneratedTime } from '../../platform/database/tables.ts';

export interface DescriptionTemplateTable {
  id: Generated<TemplateId>;
  namespaceId: NamespaceId;
  workItemType: TemplateType;
  name: string;
  content: string;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    descriptionTemplates: DescriptionTemplateTable;
  }
}
