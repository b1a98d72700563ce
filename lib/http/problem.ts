import type { ErrorKind, FieldFault, Params, UseCaseError } from "@/lib/use-cases/errors";

/** RFC 9457 with our members: `code` is for programs and never changes its meaning. No words of a person's data, no stack. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  params?: Params;
  errors?: { pointer: string; code: string; params?: Params }[];
  /** Names the log entry of an unexpected error. */
  reference?: string;
}

const STATUS: Record<ErrorKind, { status: number; title: string }> = {
  unauthenticated: { status: 401, title: "Not signed in" },
  sign_in_again: { status: 403, title: "Recent sign-in needed" },
  forbidden: { status: 403, title: "Not allowed" },
  not_found: { status: 404, title: "Not found" },
  invalid: { status: 422, title: "Input not accepted" },
  conflict: { status: 409, title: "Conflict" },
  gone: { status: 410, title: "Gone" },
  too_many: { status: 429, title: "Too many requests" },
  unavailable: { status: 503, title: "Unavailable" },
};

const pointerOf = (field: string) => (field === "form" ? "" : `/${field.replaceAll("~", "~0").replaceAll(".", "/")}`);

const errorsOf = (fields: Record<string, FieldFault>) =>
  Object.entries(fields).map(([field, fault]) => ({ pointer: pointerOf(field), ...fault }));

/** Says over HTTP what a use-case refused. A foreign and an unknown thing are the same bytes. */
export function problemOf(error: UseCaseError): Problem {
  const { status, title } = STATUS[error.kind];
  return {
    ...plainProblem(status, error.code, title),
    ...(error.params ? { params: error.params } : {}),
    ...(error.fields ? { errors: errorsOf(error.fields) } : {}),
  };
}

/** A problem of the transport itself: a body too large, a method not known. */
export function plainProblem(status: number, code: string, title: string, params?: Params): Problem {
  return { type: `urn:nightpost:problem:${code}`, title, status, code, ...(params ? { params } : {}) };
}

/** The answer to send. Never cached. */
export function problemResponse(problem: Problem, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { "content-type": "application/problem+json", "cache-control": "no-store", ...headers },
  });
}
