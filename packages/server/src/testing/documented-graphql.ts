/*
 * The GraphQL documents of existing clients' pages. Names and variables are the published ones; the selections contain
 * everything that any of these documents reads of a type, so each is at least as large as the real one.
 */

const fragments = `
  fragment Page on PageInfo { endCursor hasNextPage hasPreviousPage startCursor }
  fragment Person on UserCore { id name username avatarUrl webUrl webPath }
  fragment WholeLabel on Label { id title description color textColor }
  fragment WholeMilestone on Milestone {
    id title description state dueDate startDate expired upcoming webPath groupMilestone projectMilestone subgroupMilestone
    group { id name fullPath } project { id name fullPath } stats { closedIssuesCount totalIssuesCount }
  }
  fragment WholeCadence on IterationCadence { id title automatic description durationInWeeks iterationsInAdvance rollOver startDate }
  fragment WholeIteration on Iteration {
    id iid title description descriptionHtml state startDate dueDate updatedAt webUrl webPath scopedPath iterationCadence { ...WholeCadence }
  }
  fragment SmallEpic on Epic {
    id iid title description state color textColor confidential createdAt closedAt updatedAt startDate startDateFixed startDateFromMilestones
    startDateIsFixed dueDate dueDateFixed dueDateFromMilestones dueDateIsFixed webPath webUrl reference(full: true) relationPath
    relativePosition subscribed upvotes downvotes userDiscussionsCount blocked blockedByCount blockingCount hasChildren hasIssues hasParent
  }
  fragment EpicSums on Epic {
    descendantCounts { openedEpics closedEpics openedIssues closedIssues }
    descendantWeightSum { openedIssues closedIssues }
    healthStatus { issuesAtRisk issuesNeedingAttention issuesOnTrack }
    userPermissions { adminEpic createEpic }
  }
  fragment RoadmapEpic on Epic {
    ...SmallEpic ...EpicSums hasChildrenWithinTimeframe
    group { id name fullName fullPath } parent { id } ancestors { nodes { id } }
    labels { nodes { ...WholeLabel } }
    linkedWorkItems { nodes { linkId linkType workItemState workItem { ...SmallWorkItem } } }
    blockedByEpics { nodes { id title webUrl } }
  }
  fragment TreeEpic on Epic {
    ...SmallEpic ...EpicSums group { id fullPath } parent { id iid }
    labels { nodes { ...WholeLabel } } defaultProjectForIssueCreation { id name nameWithNamespace fullPath }
  }
  fragment TreeIssue on EpicIssue {
    id iid epicIssueId title state blocked closedAt confidential createdAt dueDate healthStatus reference(full: true) relationPath
    relativePosition webPath weight milestone { ...WholeMilestone } labels { nodes { ...WholeLabel } } assignees { nodes { ...Person } }
  }
  fragment WholeEpic on Epic {
    ...RoadmapEpic author { ...Person } currentUserTodos(state: pending) { nodes { id } } participants { nodes { ...Person } }
    defaultProjectForIssueCreation { id name fullPath }
  }
  fragment SmallIssue on Issue {
    id iid title state type confidential discussionLocked dueDate emailsDisabled healthStatus hidden blocked blockedByCount blockingCount
    closedAt humanTimeEstimate humanTotalTimeSpent timeEstimate totalTimeSpent reference(full: true) relativePosition subscribed webPath webUrl weight
  }
  fragment WholeIssue on Issue {
    ...SmallIssue author { ...Person } assignees { nodes { ...Person } } participants { nodes { ...Person } } milestone { ...WholeMilestone }
    iteration { ...WholeIteration } epic { id title webPath } labels { nodes { ...WholeLabel } } currentUserTodos(state: pending) { nodes { id } }
  }
  fragment WholeTodo on Todo {
    id action body createdAt state memberAccessType targetType targetUrl snoozedUntil author { ...Person } group { id name } project { id name }
    note { id body bodyFirstLineHtml }
    targetEntity { __typename ... on Issue { id title reference webPath } ... on Epic { id epicTitle: title reference webPath } }
  }
  fragment WholeType on WorkItemType {
    id name iconName supportedConversionTypes { id name }
    widgetDefinitions { __typename ... on WorkItemWidgetDefinitionAssignees { allowsMultipleAssignees canInviteMembers } }
  }
  fragment SmallWorkItem on WorkItem {
    id iid title state confidential createdAt closedAt webUrl reference(full: true) namespace { id name fullPath } workItemType { id name iconName }
  }
  fragment WholeWorkItem on WorkItem {
    ...SmallWorkItem description titleHtml updatedAt archived hidden imported author { ...Person } project { id name }
    userPermissions { deleteWorkItem updateWorkItem adminParentLink setWorkItemMetadata createNote adminWorkItemLink } widgets { ...Widgets }
  }
  fragment Widgets on WorkItemWidget {
    __typename
    ... on WorkItemWidgetAssignees { allowsMultipleAssignees canInviteMembers assignees { nodes { ...Person } } }
    ... on WorkItemWidgetLabels { allowsScopedLabels labels { nodes { ...WholeLabel } } }
    ... on WorkItemWidgetMilestone { milestone { ...WholeMilestone } }
    ... on WorkItemWidgetIteration { iteration { ...WholeIteration } }
    ... on WorkItemWidgetHealthStatus { healthStatus }
    ... on WorkItemWidgetStartAndDueDate { startDate dueDate isFixed rollUp }
    ... on WorkItemWidgetWeight { weight rolledUpWeight rolledUpCompletedWeight }
    ... on WorkItemWidgetDescription { description descriptionHtml lastEditedAt lastEditedBy { ...Person } }
    ... on WorkItemWidgetHierarchy { hasChildren hasParent parent { id iid title } }
  }
`;

const operations: readonly string[] = [
  `query roadmapGroupEpicsWithColor($fullPath: ID!, $state: EpicState, $sort: EpicSort, $iid: ID, $timeframe: Timeframe, $labelName: [String!] = [], $authorUsername: String = "", $milestoneTitle: String = "", $myReactionEmoji: String, $confidential: Boolean, $search: String = "", $first: Int = 50, $not: NegatedEpicFilterInput, $or: UnionedEpicFilterInput, $endCursor: String = "", $includeDescendantGroups: Boolean = true) { group(fullPath: $fullPath) { id name epics(state: $state, sort: $sort, labelName: $labelName, authorUsername: $authorUsername, milestoneTitle: $milestoneTitle, myReactionEmoji: $myReactionEmoji, confidential: $confidential, search: $search, first: $first, timeframe: $timeframe, not: $not, or: $or, after: $endCursor, includeDescendantGroups: $includeDescendantGroups, iid: $iid) { nodes { ...RoadmapEpic color textColor } pageInfo { ...Page } } } }`,
  `query roadmapGroupEpics($fullPath: ID!, $state: EpicState, $sort: EpicSort, $iid: ID, $timeframe: Timeframe, $labelName: [String!] = [], $authorUsername: String = "", $milestoneTitle: String = "", $myReactionEmoji: String, $confidential: Boolean, $search: String = "", $first: Int = 50, $not: NegatedEpicFilterInput, $or: UnionedEpicFilterInput, $endCursor: String = "", $includeDescendantGroups: Boolean = true) { group(fullPath: $fullPath) { id name epics(state: $state, sort: $sort, labelName: $labelName, authorUsername: $authorUsername, milestoneTitle: $milestoneTitle, myReactionEmoji: $myReactionEmoji, confidential: $confidential, search: $search, first: $first, timeframe: $timeframe, not: $not, or: $or, after: $endCursor, includeDescendantGroups: $includeDescendantGroups, iid: $iid) { nodes { ...RoadmapEpic } pageInfo { ...Page } } } }`,
  `query epicChildEpics($fullPath: ID!, $iid: ID!, $state: EpicState, $sort: EpicSort, $timeframe: Timeframe, $labelName: [String!] = [], $authorUsername: String = "", $confidential: Boolean, $search: String = "") { group(fullPath: $fullPath) { id name epic(iid: $iid) { id title hasChildren children(state: $state, sort: $sort, labelName: $labelName, authorUsername: $authorUsername, confidential: $confidential, search: $search, timeframe: $timeframe) { nodes { ...RoadmapEpic color textColor } pageInfo { ...Page } } } } }`,
  `query groupMilestonesEE($fullPath: ID!, $state: MilestoneStateEnum, $timeframe: Timeframe, $includeDescendants: Boolean, $includeAncestors: Boolean, $searchTitle: String) { group(fullPath: $fullPath) { id name milestones(state: $state, timeframe: $timeframe, includeDescendants: $includeDescendants, includeAncestors: $includeAncestors, searchTitle: $searchTitle) { nodes { ...WholeMilestone } } } }`,
  `query usersAutocomplete($fullPath: ID!, $search: String, $isProject: Boolean = false) { group(fullPath: $fullPath) @skip(if: $isProject) { id autocompleteUsers(search: $search) { id name username avatarUrl } } project(fullPath: $fullPath) @include(if: $isProject) { id autocompleteUsers(search: $search) { id name username avatarUrl } } }`,
  `query searchEpics($fullPath: ID!, $search: String, $state: EpicState) { group(fullPath: $fullPath) { id epics(search: $search, state: $state, includeAncestorGroups: true, includeDescendantGroups: false) { nodes { id iid title state group { fullPath } } } } }`,
  `query workItemLinkedItems($fullPath: ID!, $iid: String!) { namespace(fullPath: $fullPath) { id workItem(iid: $iid) { id widgets { __typename ... on WorkItemWidgetLinkedItems { blockedByCount blockingCount linkedItems { nodes { linkId linkType workItemState workItem { ...SmallWorkItem widgets { ...Widgets } } } } } } } } }`,
  `query workItemLinkedItemsSlim($fullPath: ID!, $iid: String!) { namespace(fullPath: $fullPath) { id workItem(iid: $iid) { id widgets { ... on WorkItemWidgetLinkedItems { linkedItems { nodes { linkId linkType workItemState workItem { ...SmallWorkItem } } } } } } } }`,
  `mutation epicReorder($epicTreeReorderInput: EpicTreeReorderInput!) { epicTreeReorder(input: $epicTreeReorderInput) { clientMutationId errors } }`,
  `mutation updateIssue($input: UpdateIssueInput!) { updateIssue(input: $input) { errors issue { ...SmallIssue } } }`,
  `mutation promoteToEpic($input: PromoteToEpicInput!) { promoteToEpic(input: $input) { errors epic { id webPath } } }`,
  `query issueReference($fullPath: ID!, $iid: String) { namespace: project(fullPath: $fullPath) { id issuable: issue(iid: $iid) { id reference(full: true) } } }`,
  `query issueConfidential($fullPath: ID!, $iid: String) { namespace: project(fullPath: $fullPath) { id issuable: issue(iid: $iid) { id confidential } } }`,
  `mutation updateIssueConfidential($input: IssueSetConfidentialInput!) { issuableSetConfidential: issueSetConfidential(input: $input) { errors issue { id confidential } } }`,
  `query issueHealthStatus($fullPath: ID!, $iid: String) { namespace: project(fullPath: $fullPath) { id issuable: issue(iid: $iid) { id healthStatus } } }`,
  `mutation updateIssueHealthStatus($projectPath: ID!, $iid: String!, $healthStatus: HealthStatus) { updateIssue(input: { projectPath: $projectPath, iid: $iid, healthStatus: $healthStatus }) { errors issue { id healthStatus } } }`,
  `query issueIterationsAliased($fullPath: ID!, $title: String, $state: IterationState) { namespace: group(fullPath: $fullPath) { id attributes: iterations(search: $title, in: [TITLE], state: $state) { nodes { ...WholeIteration } } } }`,
  `query projectIssueIteration($fullPath: ID!, $iid: String!) { namespace: project(fullPath: $fullPath) { id issuable: issue(iid: $iid) { id attribute: iteration { ...WholeIteration } } } }`,
  `mutation projectIssueIterationMutation($fullPath: ID!, $iid: String!, $attributeId: IterationID) { issuableSetAttribute: issueSetIteration(input: { projectPath: $fullPath, iid: $iid, iterationId: $attributeId }) { errors issue { id attribute: iteration { ...WholeIteration } } } }`,
  `query issueSubscribed($fullPath: ID!, $iid: String) { namespace: project(fullPath: $fullPath) { id issuable: issue(iid: $iid) { id subscribed emailsDisabled } } }`,
  `mutation projectIssueSetSubscription($fullPath: ID!, $iid: String!, $subscribedState: Boolean!) { updateIssuableSubscription: issueSetSubscription(input: { projectPath: $fullPath, iid: $iid, subscribedState: $subscribedState }) { errors issue { id subscribed } } }`,
  `query getSubGroups($fullPath: ID!, $search: String, $after: String) { group(fullPath: $fullPath) { id name fullPath descendantGroups(search: $search, after: $after, first: 100) { nodes { id name fullPath fullName avatarUrl path } pageInfo { ...Page } } } }`,
  `query issuableDetails($id: IssueID!) { issue(id: $id) { id confidential milestone { id } } }`,
  `query issuableDetailsEE($id: IssueID!) { issue(id: $id) { id confidential milestone { id } iteration { id } } }`,
  `query namespaceWorkItemTypes($fullPath: ID!, $name: IssueType, $onlyAvailable: Boolean = false) { namespace(fullPath: $fullPath) { id fullPath webUrl userPermissions { setNewWorkItemMetadata } workItemTypes(name: $name, onlyAvailable: $onlyAvailable) { nodes { ...WholeType } } } }`,
  `mutation createWorkItem($input: WorkItemCreateInput!) { workItemCreate(input: $input) { errors workItem { ...WholeWorkItem } } }`,
  `mutation workItemCreateTask($input: WorkItemCreateInput!) { workItemCreate(input: $input) { errors workItem { ...SmallWorkItem } } }`,
  `mutation deleteWorkItem($input: WorkItemDeleteInput!) { workItemDelete(input: $input) { errors } }`,
  `query issueTodos($fullPath: ID!, $iid: String!) { namespace: project(fullPath: $fullPath) { id issuable: issue(iid: $iid) { id currentUserTodos(state: pending) { nodes { id } } } } }`,
  `mutation issuableTodoCreate($input: TodoCreateInput!) { todoMutation: todoCreate(input: $input) { errors todo { id } } }`,
  `mutation issuableTodoMarkDone($input: TodoMarkDoneInput!) { todoMutation: todoMarkDone(input: $input) { errors todo { id } } }`,
  `query childItems($fullPath: ID!, $iid: ID, $pageSize: Int = 100, $epicEndCursor: String = "", $issueEndCursor: String = "") { group(fullPath: $fullPath) { id path fullPath epic(iid: $iid) { ...TreeEpic children(first: $pageSize, after: $epicEndCursor) { edges { node { ...TreeEpic } } pageInfo { ...Page } } issues(first: $pageSize, after: $issueEndCursor) { edges { node { ...TreeIssue } } pageInfo { ...Page } } } } }`,
  `query epicAncestors($fullPath: ID!, $iid: ID) { workspace: group(fullPath: $fullPath) { id issuable: epic(iid: $iid) { id hasParent ancestors { nodes { id title state webUrl group { id name fullPath } } } } } }`,
  `query epicDetails($fullPath: ID!, $iid: ID!) { group(fullPath: $fullPath) { id epic(iid: $iid) { ...WholeEpic } } }`,
  `query epicParticipants($fullPath: ID!, $iid: ID) { namespace: group(fullPath: $fullPath) { id issuable: epic(iid: $iid) { id participants { nodes { ...Person } edges { node { ...Person } } } } } }`,
  `query epicReference($fullPath: ID!, $iid: ID) { namespace: group(fullPath: $fullPath) { id issuable: epic(iid: $iid) { id reference(full: true) } } }`,
  `query epicConfidential($fullPath: ID!, $iid: ID) { namespace: group(fullPath: $fullPath) { id issuable: epic(iid: $iid) { id confidential } } }`,
  `mutation updateIssuableConfidential($input: UpdateEpicInput!) { issuableSetConfidential: updateEpic(input: $input) { errors epic { id confidential } } }`,
  `query epicStartDate($fullPath: ID!, $iid: ID) { namespace: group(fullPath: $fullPath) { id issuable: epic(iid: $iid) { id startDate startDateFixed startDateIsFixed startDateFromMilestones } } }`,
  `query epicDueDate($fullPath: ID!, $iid: ID) { namespace: group(fullPath: $fullPath) { id issuable: epic(iid: $iid) { id dueDate dueDateFixed dueDateIsFixed dueDateFromMilestones } } }`,
  `mutation updateEpicStartDate($input: UpdateEpicInput!) { issuableSetDate: updateEpic(input: $input) { errors epic { id startDate startDateFixed startDateIsFixed startDateFromMilestones } } }`,
  `mutation updateEpicDueDate($input: UpdateEpicInput!) { issuableSetDate: updateEpic(input: $input) { errors epic { id dueDate dueDateFixed dueDateIsFixed dueDateFromMilestones } } }`,
  `query epicColor($fullPath: ID!, $iid: ID) { workspace: group(fullPath: $fullPath) { id issuable: epic(iid: $iid) { id color textColor } } }`,
  `mutation updateEpicColor($input: UpdateEpicInput!) { updateIssuableColor: updateEpic(input: $input) { errors epic { id color textColor } } }`,
  `query epicSubscribed($fullPath: ID!, $iid: ID) { namespace: group(fullPath: $fullPath) { id issuable: epic(iid: $iid) { id subscribed } } }`,
  `mutation boardEpicSetSubscription($fullPath: ID!, $iid: ID!, $subscribedState: Boolean!) { updateIssuableSubscription: epicSetSubscription(input: { groupPath: $fullPath, iid: $iid, subscribedState: $subscribedState }) { errors epic { id subscribed } } }`,
  `mutation epicSetSubscription($epicSetSubscriptionInput: EpicSetSubscriptionInput!) { epicSetSubscription(input: $epicSetSubscriptionInput) { clientMutationId errors epic { id subscribed } } }`,
  `query epicTodos($fullPath: ID!, $iid: ID) { namespace: group(fullPath: $fullPath) { id issuable: epic(iid: $iid) { id currentUserTodos(state: pending) { nodes { id } } } } }`,
  `query epicLabels($fullPath: ID!, $iid: ID) { namespace: group(fullPath: $fullPath) { id issuable: epic(iid: $iid) { id labels { nodes { ...WholeLabel } } } } }`,
  `mutation updateEpicLabels($input: UpdateEpicInput!) { updateIssuableLabels: updateEpic(input: $input) { errors epic { id labels { nodes { ...WholeLabel } } } } }`,
  `mutation updateEpic($updateEpicInput: UpdateEpicInput!) { updateEpic(input: $updateEpicInput) { clientMutationId errors epic { ...WholeEpic } } }`,
  `mutation createEpic($input: CreateEpicInput!) { createEpic(input: $input) { errors epic { ...WholeEpic } } }`,
  `query groupEpics($groupPath: ID!, $state: EpicState, $authorUsername: String, $labelName: [String!], $milestoneTitle: String = "", $myReactionEmoji: String, $confidential: Boolean, $not: NegatedEpicFilterInput, $or: UnionedEpicFilterInput, $search: String = "", $sortBy: EpicSort, $firstPageSize: Int, $lastPageSize: Int, $prevPageCursor: String = "", $nextPageCursor: String = "", $isSignedIn: Boolean = false, $includeDescendantGroups: Boolean = true) { group(fullPath: $groupPath) { id epics(state: $state, authorUsername: $authorUsername, labelName: $labelName, milestoneTitle: $milestoneTitle, myReactionEmoji: $myReactionEmoji, confidential: $confidential, not: $not, or: $or, search: $search, sort: $sortBy, first: $firstPageSize, last: $lastPageSize, before: $prevPageCursor, after: $nextPageCursor, includeDescendantGroups: $includeDescendantGroups) { nodes { ...WholeEpic signedIn: subscribed @include(if: $isSignedIn) } pageInfo { ...Page } } } }`,
  `mutation createLabel($title: String!, $color: String, $projectPath: ID, $groupPath: ID) { labelCreate(input: { title: $title, color: $color, projectPath: $projectPath, groupPath: $groupPath }) { errors label { ...WholeLabel } } }`,
  `query groupLabels($fullPath: ID!, $searchTerm: String) { namespace: group(fullPath: $fullPath) { id labels(searchTerm: $searchTerm, onlyGroupLabels: false, includeAncestorGroups: true) { nodes { ...WholeLabel } } } }`,
  `query projectLabels($fullPath: ID!, $searchTerm: String) { namespace: project(fullPath: $fullPath) { id labels(searchTerm: $searchTerm, includeAncestorGroups: true) { nodes { ...WholeLabel } } } }`,
  `query searchMilestones($fullPath: ID!, $search: String, $isProject: Boolean = false, $state: MilestoneStateEnum) { group(fullPath: $fullPath) @skip(if: $isProject) { id milestones(searchTitle: $search, includeAncestors: true, state: $state) { nodes { ...WholeMilestone } } } project(fullPath: $fullPath) @include(if: $isProject) { id milestones(searchTitle: $search, includeAncestors: true, state: $state) { nodes { ...WholeMilestone } } } }`,
  `query searchLabels($fullPath: ID!, $search: String, $isProject: Boolean = false) { group(fullPath: $fullPath) @skip(if: $isProject) { id labels(searchTerm: $search, includeAncestorGroups: true) { nodes { ...WholeLabel } } } project(fullPath: $fullPath) @include(if: $isProject) { id labels(searchTerm: $search, includeAncestorGroups: true) { nodes { ...WholeLabel } } } }`,
  `query namespaceCustomFieldNames($fullPath: ID!, $active: Boolean!) { namespace(fullPath: $fullPath) { id customFields(active: $active) { count nodes { id name fieldType workItemTypes { id name } } } } }`,
  `query currentUser { currentUser { id } }`,
  `query issueSprint($fullPath: ID!, $iid: String!) { project(fullPath: $fullPath) { id issue(iid: $iid) { id iteration { ...WholeIteration } } } }`,
  `query issueIterationsAliasedProject($fullPath: ID!, $title: String, $state: IterationState) { namespace: project(fullPath: $fullPath) { id attributes: iterations(search: $title, in: [TITLE], state: $state) { nodes { ...WholeIteration } } } }`,
  `query issueLabels($fullPath: ID!, $iid: String, $types: [IssueType!]) { namespace: project(fullPath: $fullPath) { id issuable: issue(iid: $iid, types: $types) { id labels { nodes { ...WholeLabel } } } } }`,
  `mutation issueSetLabels($input: UpdateIssueInput!) { updateIssuableLabels: updateIssue(input: $input) { errors issue { id labels { nodes { ...WholeLabel } } } } }`,
  `query issueDueDate($fullPath: ID!, $iid: String) { namespace: project(fullPath: $fullPath) { id issuable: issue(iid: $iid) { id dueDate } } }`,
  `mutation updateIssueDueDate($input: UpdateIssueInput!) { issuableSetDate: updateIssue(input: $input) { errors issue { id dueDate } } }`,
  `mutation updateIssueLocked($input: IssueSetLockedInput!) { issueSetLocked(input: $input) { errors issue { id discussionLocked } } }`,
  `query issueWeight($fullPath: ID!, $iid: String) { namespace: project(fullPath: $fullPath) { id issuable: issue(iid: $iid) { id weight } } }`,
  `mutation issueSetWeight($input: IssueSetWeightInput!) { issuableSetWeight: issueSetWeight(input: $input) { errors issue { id weight } } }`,
  `query issueAssignees($fullPath: ID!, $iid: String!) { namespace: project(fullPath: $fullPath) { id issuable: issue(iid: $iid) { id author { ...Person } assignees { nodes { ...Person } } } } }`,
  `mutation issueSetAssignees($iid: String!, $assigneeUsernames: [String!]!, $fullPath: ID!) { issuableSetAssignees: issueSetAssignees(input: { iid: $iid, assigneeUsernames: $assigneeUsernames, projectPath: $fullPath }) { errors issue { id assignees { nodes { ...Person } } participants { nodes { ...Person } } } } }`,
  `query issueParticipants($fullPath: ID!, $iid: String!, $getStatus: Boolean = false) { namespace: project(fullPath: $fullPath) { id issuable: issue(iid: $iid) { id participants { nodes { ...Person status @include(if: $getStatus) { availability } } } } } }`,
  `query projectIssueMilestone($fullPath: ID!, $iid: String!) { namespace: project(fullPath: $fullPath) { id issuable: issue(iid: $iid) { id attribute: milestone { ...WholeMilestone } } } }`,
  `mutation projectIssueMilestoneMutation($fullPath: ID!, $iid: String!, $attributeId: ID) { issuableSetAttribute: updateIssue(input: { projectPath: $fullPath, iid: $iid, milestoneId: $attributeId }) { errors issue { id attribute: milestone { ...WholeMilestone } } } }`,
  `query projectMilestones($fullPath: ID!, $title: String, $state: MilestoneStateEnum) { namespace: project(fullPath: $fullPath) { id attributes: milestones(searchTitle: $title, state: $state, sort: EXPIRED_LAST_DUE_DATE_ASC, first: 20, includeAncestors: true) { nodes { ...WholeMilestone } } } }`,
  `query groupMilestones($fullPath: ID!, $title: String, $state: MilestoneStateEnum) { namespace: group(fullPath: $fullPath) { id attributes: milestones(searchTitle: $title, state: $state, sort: EXPIRED_LAST_DUE_DATE_ASC, first: 20, includeAncestors: true, includeDescendants: true) { nodes { ...WholeMilestone } } } }`,
  `query projectIssueEpic($fullPath: ID!, $iid: String!) { namespace: project(fullPath: $fullPath) { id issuable: issue(iid: $iid) { id hasEpic attribute: epic { id title state webPath webUrl } } } }`,
  `mutation projectIssueEpicMutation($fullPath: ID!, $iid: String!, $attributeId: EpicID) { issuableSetAttribute: issueSetEpic(input: { projectPath: $fullPath, iid: $iid, epicId: $attributeId }) { errors issue { id attribute: epic { id title state webPath } } } }`,
  `query issueEpics($fullPath: ID!, $title: String, $state: EpicState, $in: [IssuableSearchableField!], $iidStartsWith: String) { namespace: group(fullPath: $fullPath) { id attributes: epics(search: $title, in: $in, state: $state, iidStartsWith: $iidStartsWith, includeAncestorGroups: true, includeDescendantGroups: false) { nodes { id iid title state webPath webUrl } } } }`,
  `mutation moveIssue($moveIssueInput: IssueMoveInput!) { issueMove(input: $moveIssueInput) { errors issue { id webUrl } } }`,
  `query issueTimeTracking($fullPath: ID!, $iid: String) { namespace: project(fullPath: $fullPath) { id issuable: issue(iid: $iid) { id humanTimeEstimate humanTotalTimeSpent timeEstimate totalTimeSpent timelogs { nodes { id timeSpent spentAt summary note { id body } user { ...Person } userPermissions { adminTimelog } } } } } }`,
  `mutation updateIssuableSeverity($projectPath: ID!, $severity: IssuableSeverity!, $iid: String!) { issueSetSeverity(input: { projectPath: $projectPath, severity: $severity, iid: $iid }) { errors issue { id severity } } }`,
  `query workItemPopover($fullPath: ID!, $iid: String!) { namespace(fullPath: $fullPath) { id workItem(iid: $iid) { ...SmallWorkItem widgets { ...Widgets } } } }`,
  `query milestone($id: MilestoneID!) { milestone(id: $id) { ...WholeMilestone } }`,
  `query iteration($id: IterationID!, $fullPath: String) { iteration(id: $id) { ...WholeIteration } }`,
  `mutation CreateIssue($input: CreateIssueInput!) { createIssuable: createIssue(input: $input) { errors issue { ...WholeIssue } } }`,
  `mutation updateEpicTitle($input: UpdateEpicInput!) { updateIssuableTitle: updateEpic(input: $input) { errors epic { id title } } }`,
  `query epic($fullPath: ID!, $iid: ID) { group(fullPath: $fullPath) { id epic(iid: $iid) { ...WholeEpic } } }`,
  `query BlockingEpics($fullPath: ID!, $iid: ID) { group(fullPath: $fullPath) { id epic(iid: $iid) { id blockedByEpics { nodes { id iid title webUrl reference(full: true) } } } } }`,
  `query boardsGetGroupProjects($fullPath: ID!, $search: String, $after: String) { group(fullPath: $fullPath) { id projects(search: $search, after: $after, first: 100, includeSubgroups: true) { nodes { id name nameWithNamespace fullPath archived avatarUrl } pageInfo { ...Page } } } }`,
  `query workspaceAutocompleteUsersSearch($search: String!, $fullPath: ID!, $isProject: Boolean = true) { groupNamespace: group(fullPath: $fullPath) @skip(if: $isProject) { id users: autocompleteUsers(search: $search) { id name username avatarUrl webUrl webPath status { availability } compositeIdentityEnforced } } namespace: project(fullPath: $fullPath) @include(if: $isProject) { id users: autocompleteUsers(search: $search) { id name username avatarUrl webUrl webPath status { availability } compositeIdentityEnforced } } }`,
  `mutation todoMarkDone($id: TodoID!) { todoMarkDone(input: { id: $id }) { errors todo { id state } } }`,
  `query todos($first: Int, $last: Int, $before: String, $after: String, $state: [TodoStateEnum!], $isSnoozed: Boolean, $projectId: [ID!], $groupId: [ID!], $authorId: [ID!], $action: [TodoActionEnum!], $type: [TodoTargetEnum!], $sort: TodoSort) { currentUser { id todos(first: $first, last: $last, before: $before, after: $after, state: $state, isSnoozed: $isSnoozed, projectId: $projectId, groupId: $groupId, authorId: $authorId, action: $action, type: $type, sort: $sort) { nodes { ...WholeTodo } pageInfo { ...Page } } } }`,
  `query pending_todos_count($projectId: [ID!], $groupId: [ID!], $authorId: [ID!], $action: [TodoActionEnum!], $type: [TodoTargetEnum!]) { currentUser { id todos(state: pending, projectId: $projectId, groupId: $groupId, authorId: $authorId, action: $action, type: $type) { count } } }`,
  `query CurrentUserFrecentGroups { frecentGroups { id name fullName fullPath avatarUrl } }`,
  `query CurrentUserFrecentProjects { frecentProjects { id name fullPath nameWithNamespace avatarUrl } }`,
  `query groupIterationCadences($fullPath: ID!, $beforeCursor: String = "", $afterCursor: String = "", $firstPageSize: Int, $lastPageSize: Int) { namespace: group(fullPath: $fullPath) { id iterationCadences(includeAncestorGroups: true, before: $beforeCursor, after: $afterCursor, first: $firstPageSize, last: $lastPageSize) { nodes { ...WholeCadence } pageInfo { ...Page } } } }`,
  `query groupIterations($fullPath: ID!, $iterationCadenceId: IterationsCadenceID!, $state: IterationState!, $sort: IterationSort, $beforeCursor: String, $afterCursor: String, $firstPageSize: Int, $lastPageSize: Int) { namespace: group(fullPath: $fullPath) { id iterations(iterationCadenceIds: [$iterationCadenceId], state: $state, sort: $sort, before: $beforeCursor, after: $afterCursor, first: $firstPageSize, last: $lastPageSize) { nodes { ...WholeIteration } pageInfo { ...Page } } } }`,
  `mutation createIterationCadence($input: IterationCadenceCreateInput!) { result: iterationCadenceCreate(input: $input) { errors iterationCadence { ...WholeCadence } } }`,
  `mutation createIteration2($input: iterationCreateInput!) { iterationCreate(input: $input) { errors iteration { ...WholeIteration } } }`,
  `query Iteration($fullPath: ID!, $id: ID!, $isGroup: Boolean = true) { group(fullPath: $fullPath) @include(if: $isGroup) { id iterations(id: $id, first: 1) { nodes { ...WholeIteration } } } project(fullPath: $fullPath) @skip(if: $isGroup) { id iterations(id: $id, first: 1) { nodes { ...WholeIteration } } } }`,
  `query searchIterations($fullPath: ID!, $search: String, $id: ID, $isProject: Boolean = false, $state: IterationState = all) { group(fullPath: $fullPath) @skip(if: $isProject) { id iterations(search: $search, id: $id, in: [TITLE, CADENCE_TITLE], state: $state, includeAncestors: true) { nodes { ...WholeIteration } } } project(fullPath: $fullPath) @include(if: $isProject) { id iterations(search: $search, id: $id, in: [TITLE, CADENCE_TITLE], state: $state, includeAncestors: true) { nodes { ...WholeIteration } } } }`,
  `mutation workItemConvert($input: WorkItemConvertInput!) { workItemConvert(input: $input) { errors workItem { ...WholeWorkItem } } }`,
  `mutation addLinkedItems($input: WorkItemAddLinkedItemsInput!) { workItemAddLinkedItems(input: $input) { errors workItem { ...SmallWorkItem } } }`,
  `mutation removeLinkedItems($input: WorkItemRemoveLinkedItemsInput!) { workItemRemoveLinkedItems(input: $input) { errors message } }`,
  `query projectWorkItemTypes($fullPath: ID!) { workspace: project(fullPath: $fullPath) { id workItemTypes { nodes { ...WholeType } } } }`,
  `query groupWorkItemTypes($fullPath: ID!) { workspace: group(fullPath: $fullPath) { id workItemTypes { nodes { ...WholeType } } } }`,
  `mutation workItemCreateFromTask($input: WorkItemCreateFromTaskInput!) { workItemCreateFromTask(input: $input) { errors workItem { ...SmallWorkItem } newWorkItem { ...SmallWorkItem } } }`,
];

/** The documents by name, each with its fragments. */
export const documentedDocuments: ReadonlyMap<string, string> = new Map(
  operations.map((text) => [/^\w+ (\w+)/.exec(text)?.[1] ?? '', withFragments(text)]),
);

function withFragments(operation: string): string {
  const known = new Map(
    [...fragments.matchAll(/fragment (\w+) on [^]*?(?=\n {2}fragment |$)/g)].map(([text, name = '']) => [name, text]),
  );
  const needed = new Set<string>();
  const collect = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/\.\.\.([A-Z]\w+)/g)) {
      if (needed.has(name)) continue;
      needed.add(name);
      collect(known.get(name) ?? '');
    }
  };
  collect(operation);
  return [operation, ...[...needed].map((name) => known.get(name) ?? '')].join('\n');
}
