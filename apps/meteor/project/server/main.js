// Runs in the process of dist/server.mjs, which has left here what is to be offered (../on-meteor.ts) before it loaded the bundle.
import { DDPServer } from 'meteor/ddp-server';
import { Meteor } from 'meteor/meteor';
import { WebApp } from 'meteor/webapp';

globalThis.outcryOnMeteor({ Meteor, DDPServer, WebApp });
