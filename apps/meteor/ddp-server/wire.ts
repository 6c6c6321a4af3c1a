/** The server's messages as text. Fields of documents come as texts of EJSON. */
import { ejsonText } from './merge-box.ts';

const text = JSON.stringify as (value: string | string[]) => string;

function fieldsText(fields: Map<string, string>): string {
  return `{${Array.from(fields, ([name, value]) => `${text(name)}:${value}`).join()}}`;
}

const about = (msg: string, collection: string, id: string): string =>
  `{"msg":"${msg}","collection":${text(collection)},"id":${text(id)}`;

export function addedText(collection: string, id: string, fields: Map<string, string>): string {
  return `${about('added', collection, id)}${fields.size > 0 ? `,"fields":${fieldsText(fields)}` : ''}}`;
}

export function changedText(collection: string, id: string, fields: Map<string, string>, cleared: string[]): string {
  const news = fields.size > 0 ? `,"fields":${fieldsText(fields)}` : '';
  return `${about('changed', collection, id)}${news}${cleared.length > 0 ? `,"cleared":${text(cleared)}` : ''}}`;
}

export function removedText(collection: string, id: string): string {
  return `${about('removed', collection, id)}}`;
}

/** @param value the method's result; undefined: nothing */
export function resultText(id: string, value: unknown): string {
  return `{"msg":"result","id":${text(id)}${value === undefined ? '' : `,"result":${ejsonText(value)}`}}`;
}

/** `result` of a method that failed, or `nosub`. @param error its fields */
export function failedText(msg: 'result' | 'nosub', id: string, error: object): string {
  return `{"msg":"${msg}","id":${text(id)},"error":${ejsonText(error)}}`;
}

export const updatedText = (id: string): string => `{"msg":"updated","methods":[${text(id)}]}`;
export const readyText = (id: string): string => `{"msg":"ready","subs":[${text(id)}]}`;
export const nosubText = (id: string): string => `{"msg":"nosub","id":${text(id)}}`;
export const connectedText = (session: string): string => `{"msg":"connected","session":${text(session)}}`;
export const failedVersionText = (version: string): string => `{"msg":"failed","version":${text(version)}}`;

export function heartbeatText(msg: 'ping' | 'pong', id: string | undefined): string {
  return id === undefined ? `{"msg":"${msg}"}` : `{"msg":"${msg}","id":${text(id)}}`;
}

/** @param offending the message's own text, where it was JSON and is short enough to go back */
export function errorText(reason: string, offending: string | null): string {
  return `{"msg":"error","reason":${text(reason)}${offending === null ? '' : `,"offendingMessage":${offending}`}}`;
}
