/** The session has ended while a form was open. */
export class SignedOut extends Error {
  constructor() {
    super("signed out");
  }
}
