import { error as webDriverErrors } from 'selenium-webdriver';
import { sentence } from './member-browser.ts';

describe('what a WebDriver error says to people', () => {
  test('is its first line, without the browser’s stack', () => {
    expect(sentence(new Error('Failed to decode response from marionette\n  at x:1'))).toBe(
      'Failed to decode response from marionette',
    );
  });

  test('is the sentence of the error page where the browser shows one', () => {
    const address =
      'about:neterror?e=connectionFailure&u=http%3A//127.0.0.1%3A4000/member.html&c=UTF-8&d=No%20connection.&a=';
    expect(sentence(new Error(`Reached error page: ${address}`))).toBe('No connection.');
  });

  test('says what to do where the browser refuses a certificate', () => {
    const error = new webDriverErrors.InsecureCertificateError('');
    expect(sentence(error)).toMatch(/^it refuses the certificate of the server\. .*measure without TLS/);
  });
});
