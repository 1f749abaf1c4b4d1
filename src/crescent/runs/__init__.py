"""Runs over many deals: side by side in processes, kept in a file that can be resumed, summed up with intervals.

Surveys (`crescent.survey`) and matches between agents (`crescent.bench`) are both such runs; this package has what they
share and knows neither.
"""
