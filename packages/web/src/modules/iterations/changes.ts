import { refuseUnlessDone, request } from '../../platform/api/graphql.ts';
import { graphql } from '../../gen/gql.ts';
import { groupPathOf, type ListedIteration } from './api.ts';

const createIterationCadence = graphql(`
  mutation createIterationCadence($input: IterationCadenceCreateInput!) {
    iterationCadenceCreate(input: $input) {
      errors
    }
  }
`);
const updateIterationCadence = graphql(`
  mutation updateIterationCadence($input: IterationCadenceUpdateInput!) {
    iterationCadenceUpdate(input: $input) {
      errors
    }
  }
`);
const destroyIterationCadence = graphql(`
  mutation destroyIterationCadence($input: IterationCadenceDestroyInput!) {
    iterationCadenceDestroy(input: $input) {
      errors
    }
  }
`);
const createIteration = graphql(`
  mutation createIterationOfPage($input: iterationCreateInput!) {
    iterationCreate(input: $input) {
      errors
    }
  }
`);
const updateIteration = graphql(`
  mutation updateIterationOfPage($input: UpdateIterationInput!) {
    updateIteration(input: $input) {
      errors
    }
  }
`);
const deleteIterationDocument = graphql(`
  mutation deleteIterationOfPage($input: IterationDeleteInput!) {
    iterationDelete(input: $input) {
      errors
    }
  }
`);

export interface CadenceFields {
  title: string;
  description: string;
  automatic: boolean;
  startDate: string;
  durationInWeeks: number;
  iterationsInAdvance: number;
  rollOver: boolean;
}

export async function saveCadence(groupPath: string, id: string | null, fields: CadenceFields): Promise<void> {
  const input = { ...fields, startDate: fields.startDate || null };
  if (id === null) {
    const sent = { ...input, groupPath, active: true };
    refuseUnlessDone((await request(createIterationCadence, { input: sent })).iterationCadenceCreate);
  } else refuseUnlessDone((await request(updateIterationCadence, { input: { ...input, id } })).iterationCadenceUpdate);
}

export async function deleteCadence(id: string): Promise<void> {
  refuseUnlessDone((await request(destroyIterationCadence, { input: { id } })).iterationCadenceDestroy);
}

export interface IterationFields {
  title: string;
  description: string;
  startDate: string;
  dueDate: string;
}

export async function addIteration(groupPath: string, cadence: string, fields: IterationFields): Promise<void> {
  const input = { ...fields, groupPath, iterationsCadenceId: cadence };
  refuseUnlessDone((await request(createIteration, { input })).iterationCreate);
}

export async function changeIteration(iteration: ListedIteration, fields: Partial<IterationFields>): Promise<void> {
  const input = { ...fields, id: iteration.id, groupPath: groupPathOf(iteration) };
  refuseUnlessDone((await request(updateIteration, { input })).updateIteration);
}

export async function deleteIteration({ id }: ListedIteration): Promise<void> {
  refuseUnlessDone((await request(deleteIterationDocument, { input: { id } })).iterationDelete);
}
