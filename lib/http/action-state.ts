/** A key of the message files with its ICU arguments; translated where it is shown. */
export interface Message {
  key: string;
  params?: Record<string, string | number>;
}

/** What a form knows of its server action. Plain data: it crosses from server to browser. */
export type ActionState =
  | { status: "idle" }
  | {
      status: "done";
      message?: Message;
      /** What the form shows next, e.g. an id; never a credential. */
      value?: Record<string, string | number | boolean>;
    }
  | {
      status: "failed";
      message: Message;
      fields: Record<string, Message>;
      /** What was typed, without passwords, keys and files. */
      values: Record<string, string>;
      /** Names the log entry of an unexpected error. */
      reference?: string;
    };

/** The shape that `useActionState` wants. */
export type FormAction = (previous: ActionState, form: FormData) => Promise<ActionState>;

export const IDLE: ActionState = { status: "idle" };
