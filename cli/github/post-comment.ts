/** The one comment of a name on a pull request: made the first time, changed after that. */
import { type Api, itemsOf, request, withAttempts } from './api.ts';
import { markerOf } from './comment-body.ts';

interface Comment {
  id: number;
  body?: string;
  user: { login: string } | null;
}

export interface PullRequest {
  number: number;
  head: { sha: string; repo: { full_name: string } | null };
}

/** The parts of the event that started a workflow which say what it is about. GitHub writes them, not the pull request's code. */
export interface WorkflowEvent {
  pull_request?: { number: number };
  workflow_run?: {
    head_sha: string;
    head_branch: string | null;
    head_repository: { full_name: string; owner: { login: string } } | null;
  };
}

/**
 * The number of the pull request that an event is about; null: none that is open and still at that commit. After a run for a fork, GitHub
 * names its commit and branch alone; a number from what that run left behind could be that of another pull request.
 */
export async function pullRequestOf(api: Api, { pull_request, workflow_run }: WorkflowEvent): Promise<number | null> {
  if (pull_request !== undefined) return pull_request.number;
  if (!workflow_run?.head_repository || workflow_run.head_branch === null) return null;
  const { head_sha, head_branch, head_repository } = workflow_run;
  const head = encodeURIComponent(`${head_repository.owner.login}:${head_branch}`);
  return withAttempts(api, async () => {
    for await (const { number, head: at } of itemsOf<PullRequest>(api, `/pulls?state=open&head=${head}`)) {
      if (at.sha === head_sha && at.repo?.full_name === head_repository.full_name) return number;
    }
    return null;
  });
}

/**
 * Makes the comment called `name`, or changes it.
 * @param author login of the account that the token is of: others' comments stay as they are, whatever they begin with
 */
export function postComment(api: Api, to: number, name: string, body: string, author: string): Promise<unknown> {
  return withAttempts(api, async () => {
    // An attempt that seemed to fail may have made it.
    for await (const comment of itemsOf<Comment>(api, `/issues/${to}/comments`)) {
      if (comment.user?.login !== author || !comment.body?.startsWith(markerOf(name))) continue;
      return request(api, 'PATCH', `/issues/comments/${comment.id}`, { body });
    }
    return request(api, 'POST', `/issues/${to}/comments`, { body });
  });
}
