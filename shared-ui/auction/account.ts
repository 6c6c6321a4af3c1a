/** The account of the page's user: registering, logging in and out, and staying logged in over a reconnection. */
import ko from 'knockout';
import type { Reply, Socket } from '../../protocol/socket.ts';
import type { Login, RequestName, Requests } from './contract.ts';
import { LIMITS } from './contract.ts';
import { Form, refusal } from './form.ts';
import type { LoginStore } from './login-store.ts';
import { type Notices, sentence, written } from './notices.ts';

export type Ask = <Name extends RequestName>(request: Name, data: Requests[Name]['data']) => Promise<Reply>;

/** Refusals of a token that say nothing against the token: try again later. */
const LATER = new Set(['too-many', 'failed']);

export class Account {
  /** Name of the user who is logged in; null: no user is. */
  readonly user = ko.observable<string | null>(null);
  readonly form = new Form(['name', 'password']);
  readonly passwordShown = ko.observable(false);
  /** True while the form is unfolded. */
  readonly open = ko.observable(true);
  /** Notified when logging in or out has changed what is on the page, and focus needs a new place. */
  readonly moved = new ko.subscribable<'in' | 'out'>();

  constructor(
    private readonly ask: Ask,
    private readonly store: LoginStore,
    private readonly notices: Notices,
  ) {}

  logIn(): Promise<void> {
    return this.#enter('logIn');
  }

  register(): Promise<void> {
    return this.#enter('register');
  }

  async #enter(request: 'logIn' | 'register'): Promise<void> {
    const { name, password } = this.form.fields;
    const reply = await this.form.submit(() => {
      if (name.value().trim() === '') return refusal('name', 'Enter your name.');
      if (password.value() === '') return refusal('password', 'Enter your password.');
      if (request === 'register' && [...password.value()].length < LIMITS.passwordLeast) {
        return refusal('password', `Choose a password of at least ${LIMITS.passwordLeast} characters.`);
      }
      return this.ask(request, { name: name.value(), password: password.value() });
    });
    if (reply === null) return;
    const login = reply as unknown as Login;
    this.#entered(login);
    this.form.clear();
    this.passwordShown(false);
    const greeting = request === 'register' ? sentence`Welcome, ${written(login.user)}.` : null;
    this.notices.show('account', greeting ?? sentence`You are logged in as ${written(login.user)}.`);
    this.moved.notifySubscribers('in');
  }

  async logOut(): Promise<void> {
    // Whatever becomes of the request, this page forgets the login.
    const told = this.ask('logOut', {}).catch(() => null);
    this.#leave();
    this.notices.show('account', sentence`You are logged out.`);
    await told;
  }

  /**
   * Logs in again on a new connection with the token of the last login.
   * @throws when the server cannot say now whether the token is good
   */
  async restore(socket: Socket): Promise<void> {
    const token = this.store.get();
    if (token === null) return;
    const reply = await socket.request('logIn', { token });
    if (reply.ok) {
      // Logging out while this was under way is the last word.
      if (this.store.get() === token) this.#entered(reply as unknown as Login);
    } else if (LATER.has(reply.code)) {
      throw new Error(reply.reason);
    } else {
      this.expired();
    }
  }

  /** The server does not know this login any more. */
  expired(): void {
    this.#leave();
    this.form.problem('Your login has expired. Please log in again.');
  }

  #entered(login: Login): void {
    this.store.set(login.token);
    this.user(login.user);
  }

  #leave(): void {
    this.store.clear();
    if (this.user() === null) return;
    this.user(null);
    this.open(true);
    this.moved.notifySubscribers('out');
  }
}
