"""Scores of documents. Runs in the environment of the peers; reads files and does not import the product.

The scores are those of the published evaluators and agree with them on their own files to the last digit: NID, TEDS
and MHS as in opendataloader-bench (Apache-2.0) for DP-Bench (Upstage, MIT), adjacency relations as in ICDAR-2013
(Göbel et al.). The implementation is new.
"""
