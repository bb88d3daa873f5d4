import type { Checklist } from './checklist.ts';

export const LOGIN: Checklist = {
  screen: 'Login (/login)',
  lines: [
    { what: 'Email', state: 'label of the first field' },
    { what: 'Password', state: 'label of the second field' },
    { what: 'Sign In', state: 'the button, ready' },
    { what: 'Signing in...', state: 'the button, while the call is on its way' },
    { what: 'Invalid email address', state: 'sent without an address, or with a malformed one' },
    { what: 'Password is required', state: 'sent without a password' },
    { what: 'a link to signup', state: 'always' },
    { what: 'Login failed', state: 'toast, destructive: refused, or no answer' },
    { what: 'Invalid email or password', state: 'its description: refused, or no answer' },
    { what: "the server's message", state: 'its description where the answer has one' },
    { what: 'Welcome back!', state: 'toast, signed in' },
    { what: "You've successfully signed in.", state: 'its description' },
    { what: 'success leads to /', state: 'signed in' },
    { what: 'who is signed in goes to /', state: 'opened while signed in' },
  ],
};

export const SIGNUP: Checklist = {
  screen: 'Signup (/signup)',
  lines: [
    { what: 'Email', state: 'label of the first field' },
    { what: 'Username', state: 'label of the second field' },
    { what: 'Password', state: 'label of the third field' },
    { what: 'Confirm password', state: 'label of the fourth field' },
    { what: 'Create Account', state: 'the button, ready' },
    { what: 'Creating account...', state: 'the button, while the call is on its way' },
    { what: 'a link to login', state: 'always' },
    { what: 'all four fields are required', state: 'sent empty' },
    { what: 'Invalid email address', state: 'sent with a malformed address' },
    { what: 'username of 3 to 100 characters', state: '2, 3, 100 and 101 characters' },
    { what: 'Password must be at least 6 characters', state: 'a password of 5; one of 6 will do' },
    { what: 'confirm password of at least 6', state: 'a confirmation of 5' },
    { what: "Passwords don't match", state: 'toast: two different entries' },
    { what: 'Please make sure your passwords match', state: 'its description' },
    { what: 'Registration failed', state: 'toast, destructive: refused, or no answer' },
    { what: 'Unable to create account', state: 'its description where the answer has none' },
    { what: "the server's message", state: 'its description: the name is taken' },
    { what: 'a welcome title naming the product', state: 'toast, account created' },
    { what: 'Your account has been created successfully.', state: 'its description' },
    { what: 'success leads to /', state: 'account created' },
  ],
};

export const TOASTS: Checklist = {
  screen: 'Toasts, on every screen',
  lines: [
    { what: 'auto-close after 5000 ms', state: 'left alone' },
    { what: 'one visible at a time', state: 'a second one comes' },
    { what: 'swipe right to dismiss, 50 px threshold', state: 'dragged by 50 px, then by 51' },
    { what: 'F8 focuses the notification region', state: 'one is visible' },
  ],
};
